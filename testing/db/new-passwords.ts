import { expect } from 'vitest';
import { NEW_PASSWORDS } from '@/lib/platform/limits';

/**
 * Expects that weak passwords are counted, and that the one after the last allowed is not even looked at.
 * @param tryWeak tries to set a weak password, with a right password, code or link
 */
export async function expectTriesCounted(tryWeak: () => Promise<object>): Promise<void> {
  for (let count = 0; count < NEW_PASSWORDS.points; count++)
    expect(await tryWeak()).toEqual({ ok: false, code: 'auth.password_weak' });
  const wait = expect.any(Number);
  expect(await tryWeak()).toEqual({ ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: wait });
}
