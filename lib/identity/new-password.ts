import 'server-only';
import { env } from '@/lib/core/env';
import type { Outcome } from '@/lib/core/errors';

/** Returns why a new password of a sponsor is refused, or null if it is accepted. */
export function refusalOfPassword(password: string): (Outcome<never> & { ok: false }) | null {
  const min = env().PASSWORD_MIN_LENGTH;
  return password.length < min ? { ok: false, code: 'auth.password_short', params: { min } } : null;
}
