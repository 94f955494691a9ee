import { foldMarks, LONG_NUMBER, tidyLine } from '@/lib/core/invisible-characters';

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/**
 * A name that somebody typed, for a message to somebody else (security 63): in quotes, of at most `max` letters as they are
 * seen, and broken up so that no mail program makes a link of it, however old the record is that it comes from.
 */
export function quoteName(name: string, max: number): string {
  const text = tidyLine(foldMarks(name))
    .replace(/[“”„‟]/g, "'")
    .replace(/\d+(?:\.\d+){3}/g, (quad) => quad.replaceAll('.', '. '))
    .replace(LONG_NUMBER, '…')
    .replace(/\s*@\s*/g, ' @ ')
    .replace(/:(?=\S)/g, ': ')
    .replace(/\/(?=\/)/g, '/ ')
    .replace(/\.(?=[\p{L}\p{M}\p{N}]{2})/gu, '. ')
    .trim();
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  return `“${letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text}”`;
}
