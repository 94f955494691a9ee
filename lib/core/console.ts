import 'server-only';
import { describeError, log } from './log';

/** Letters only: excludes quoted values, which may come from a request. */
const FIRST_WORDS = /^[A-Za-z ]{1,80}/;

/**
 * Turns warnings and errors printed to the console into log lines. Next.js prints values of requests, including line
 * breaks, and whole errors; the log line has only the kind, the location and the first words.
 */
export function guardConsole(): void {
  for (const level of ['warn', 'error'] as const) {
    const print = console[level].bind(console);
    console[level] = (...printed: unknown[]) => {
      if (isLine(printed)) return print(printed[0]);
      const error = printed.find((part) => part instanceof Error);
      const words = printed.map((part) => typeof part === 'string' && FIRST_WORDS.exec(part.trim())?.[0]).find(Boolean);
      log[level]('framework.printed', error ? describeError(error) : { words: words || undefined });
    };
  }
}

/** True for a line written by log.ts. */
function isLine(printed: unknown[]): printed is [string] {
  const [line] = printed;
  return printed.length === 1 && typeof line === 'string' && /^\{"at":"[^\n\r]*\}$/.test(line);
}
