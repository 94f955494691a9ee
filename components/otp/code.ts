import { OTP_LENGTH } from '@/lib/otp/schema';

/** Returns the digits of pasted text, at most six: '12-34 5678' → '123456'. */
export function pastedDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, OTP_LENGTH);
}

/** Formats seconds as minutes and seconds, e.g. 75 → '1:15'. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
