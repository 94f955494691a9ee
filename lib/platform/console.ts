import { describeError, log } from './log';

/** Letters only: excludes quoted values, which may come from a request. */
const FIRST_WORDS = /^[A-Za-z ]{1,80}/;

/** The methods of the console, and the level of their lines. */
const LEVELS = { log: 'info', warn: 'warn', error: 'error' } as const;
type Method = keyof typeof LEVELS;

/**
 * Turns what is printed to the console, by default warnings and errors, into log lines. Next.js prints values of requests, including line
 * breaks, and whole errors; the log line has only the kind, the location and the first words.
 */
export function guardConsole(methods: readonly Method[] = ['warn', 'error']): void {
  for (const method of methods) {
    const print = console[method].bind(console);
    console[method] = (...printed: unknown[]) => {
      if (isLine(printed)) return print(printed[0]);
      const error = printed.find((part) => part instanceof Error);
      const words = printed.map((part) => typeof part === 'string' && FIRST_WORDS.exec(part.trim())?.[0]).find(Boolean);
      log[LEVELS[method]]('framework.printed', error ? describeError(error) : { words: words || undefined });
    };
  }
}

/** True for a line written by log.ts. */
function isLine(printed: unknown[]): printed is [string] {
  const [line] = printed;
  return printed.length === 1 && typeof line === 'string' && /^\{"at":"[^\n\r]*\}$/.test(line);
}
