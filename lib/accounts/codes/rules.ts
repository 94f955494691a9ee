import { onlyDigits } from '@/lib/platform/digits';

/**
 * Returns the ten digits of an Indian mobile number, or null if the input is none. Profiles accept any phone format, so
 * other characters and a leading 91 or 0 are removed; the first digit must be 6 to 9. SMS are sent to such numbers
 * only, to prevent toll fraud.
 */
export function indianMobile(typed: string): string | null {
  const digits = onlyDigits(typed);
  const national = digits.replace(/^(?:91(?=\d{10}$)|0(?=\d{10}$))/, '');
  return /^[6-9]\d{9}$/.test(national) ? national : null;
}

/** Masks a phone number for responses and screens: '9876543210' → 'XXXXXX3210'. */
export function maskPhone(phone: string): string {
  return phone.slice(-4).padStart(phone.length, 'X');
}

/** Masks an e-mail address for responses and screens: 'asha@acme.in' → 'aXXX@acme.in'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? 'X'.repeat(email.length) : email.slice(0, 1).padEnd(at, 'X') + email.slice(at);
}
