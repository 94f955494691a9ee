import 'server-only';
import { describeError, log } from './log';

/** Letters only: a quoted value, which may come from a request, is not part of them. */
const FIRST_WORDS = /^[A-Za-z ]{1,80}/;

/**
 * Has everything that is printed as a warning or an error be one line of the log. Next.js prints values of requests, with their line
 * breaks, and errors whole: of those the line has the kind, the place and the first words only (security 65).
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

/** Whether it is a line of log.ts. */
function isLine(printed: unknown[]): printed is [string] {
  const [line] = printed;
  return printed.length === 1 && typeof line === 'string' && /^\{"at":"[^\n\r]*\}$/.test(line);
}
