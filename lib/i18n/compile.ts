import 'server-only';
import compile from 'icu-minify/compile';

/**
 * A catalogue, or a part of it, with every message parsed, so that a browser needs no parser (next.config.ts). A text that is
 * nothing but text stays what it is.
 */
export function compiled<T>(texts: T): T {
  // The compiler makes objects without a prototype, which React sends to no client.
  if (typeof texts === 'string') return JSON.parse(JSON.stringify(compile(texts))) as T;
  return Object.fromEntries(Object.entries(texts as object).map(([key, text]) => [key, compiled(text)])) as T;
}
