import { withoutInvisible } from '@/lib/platform/invisible-characters';
import { nationalNumber } from '@/lib/platform/phone';
import { normalized } from '@/lib/platform/unicode';

/** Splits a search into words, all of which must match: NFC, without invisible characters. */
export function searchWords(query: string): string[] {
  return withoutInvisible(normalized(query, 'NFC')).split(/\s+/u).filter(Boolean);
}

/**
 * Returns the digits of a word that looks like (part of) a phone number, without India's country code; otherwise ''.
 */
export function phoneDigits(word: string): string {
  return /^[+()\d.-]+$/.test(word) ? word.replace(/^\+91/, '').replace(/\D/g, '') : '';
}

/** Returns the digits of a search that is a phone number as a whole, with spaces and with or without India's code; otherwise ''. */
export const phoneOf = (query: string): string =>
  /^[+()\d\s.-]{8,}$/.test(query) ? nationalNumber(query).replace(/\D/g, '') : '';

/** Formats one of a user's adopted or held courses; without an institute it has no such part. */
export function lockedCourseText(line: {
  courseName: string;
  branch: string;
  institute: string;
  city: string;
  seats: number;
}): string {
  const place = [line.institute, line.city].filter(Boolean).join(', ');
  return `${line.courseName} ${line.branch}, ${place}: ${line.seats} seats`;
}
