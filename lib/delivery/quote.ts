import { foldMarks, LONG_NUMBER, tidyLine } from '@/lib/platform/invisible-characters';

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/**
 * Quotes user input for a message to somebody else: at most `max` graphemes, and changed so that mail clients do not
 * turn it into a link. Also safe for records from before this validation existed.
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
