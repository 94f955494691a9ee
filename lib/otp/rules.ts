/**
 * The ten digits of an Indian mobile number from whatever was typed in a profile, which has no format rule: spaces and
 * marks are dropped, then a leading 91 or 0. Null for anything that is no Indian mobile number, which starts with 6 to 9: texts
 * go nowhere else, so that nobody earns from numbers that cost (security 11).
 */
export function indianMobile(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/\D/g, '');
  const national = digits.replace(/^(?:91(?=\d{10}$)|0(?=\d{10}$))/, '');
  return /^[6-9]\d{9}$/.test(national) ? national : null;
}

/** A phone number as answers and screens show it: '9876543210' → 'XXXXXX3210'. */
export function maskPhone(phone: string): string {
  return phone.slice(-4).padStart(phone.length, 'X');
}

/** An e-mail address as answers and screens show it: 'asha@acme.in' → 'aXXX@acme.in'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? 'X'.repeat(email.length) : email.slice(0, 1).padEnd(at, 'X') + email.slice(at);
}
