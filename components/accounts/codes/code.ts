import { onlyDigits } from '@/lib/platform/digits';
import { OTP_LENGTH } from '@/lib/accounts/codes/schema';

/** Returns the digits of a text, at most six: '12-34 5678' → '123456', '१२३४५६' → '123456'. */
export function codeDigits(text: string): string {
  return onlyDigits(text).slice(0, OTP_LENGTH);
}

/**
 * Returns a code after a text was inserted in place of what is selected. A text with all digits replaces the code.
 */
export function withInserted(code: string, start: number, end: number, text: string): string {
  const digits = codeDigits(text);
  return digits.length === OTP_LENGTH ? digits : codeDigits(code.slice(0, start) + digits + code.slice(end));
}

/** Formats seconds as minutes and seconds, e.g. 75 → '1:15'. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
