import 'server-only';
import compile from 'icu-minify/compile';

/**
 * Returns a catalogue, or a part of it, with every message parsed, so that the browser needs no parser
 * (next.config.mjs). Plain texts stay strings.
 */
export function parsedTexts<T>(texts: T): T {
  // The compiler creates objects without a prototype, which React cannot send to clients.
  if (typeof texts === 'string') return JSON.parse(JSON.stringify(compile(texts))) as T;
  return Object.fromEntries(Object.entries(texts as object).map(([key, text]) => [key, parsedTexts(text)])) as T;
}
