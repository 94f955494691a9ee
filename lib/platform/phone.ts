import { latinDigits } from './digits';
import { normalized } from './unicode';

/** The country code shown before fields for phone numbers. */
export const COUNTRY_CODE = '+91';

/**
 * Returns what a phone field keeps of its input: without the country code that stands before the field, and with
 * digits of all scripts as Latin ones. '+91', '0091', and the '91' or '0' before ten digits are removed with what separates
 * them; everything else stays as typed. The rule of ten digits is that of the form and the server.
 */
export function nationalNumber(typed: string): string {
  const text = latinDigits(normalized(typed, 'NFKC')).trimStart();
  const digits = text.replace(/\D/g, '');
  const code = codeLength(digits, text.startsWith('+'));
  const trunk = isTrunk(digits.slice(code)) ? 1 : 0;
  if (code + trunk === 0) return text;
  return text.replace(new RegExp(`^(?:\\D*\\d){${code + trunk}}\\D*`), '');
}

function codeLength(digits: string, hasPlus: boolean): number {
  if (digits.startsWith('0091')) return 4;
  return digits.startsWith('91') && (hasPlus || digits.length === 12) ? 2 : 0;
}

/** The '0' that is dialled before a number in India. */
const isTrunk = (digits: string) => digits.length === 11 && digits.startsWith('0');

/** True for a number that names another country: the country code before the field does not apply to it. */
export function isForeignNumber(typed: string): boolean {
  return nationalNumber(typed).startsWith('+');
}
