import { randomBytes } from 'node:crypto';
import { createAdmin } from '@/lib/accounts/administrators/mutations';
import { firstAdmin } from '@/lib/accounts/administrators/queries';
import { errorText } from '@/lib/platform/i18n/errors';

/** 32 characters (five random bits each) without those that are easily confused. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns a password of 100 random bits in four groups that are easy to read out. */
export function randomPassword(): string {
  const chars = [...randomBytes(20)].map((byte) => ALPHABET[byte & 31]).join('');
  return chars.match(/.{5}/g)!.join('-');
}

/**
 * Creates the administrator of a demo if there is none: ADMIN_USERNAME, or `admin`, with ADMIN_PASSWORD, or a random
 * password that is only printed, not stored. Throws if the credentials are refused.
 * @returns the text to print on the terminal
 */
export async function ensureAdmin(): Promise<string> {
  const existing = await firstAdmin();
  if (existing)
    return `Administrator: ${existing}, at /admin/login. Password lost: npm run admin:create -- --demo --reset --username ${existing}`;
  const { ADMIN_USERNAME, ADMIN_PASSWORD } = process.env;
  const password = ADMIN_PASSWORD || randomPassword();
  const created = await createAdmin(ADMIN_USERNAME || 'admin', password, 'command');
  if (!created.ok) throw new Error(`ADMIN_USERNAME or ADMIN_PASSWORD: ${errorText(created.code, created.params)}`);
  const secret = ADMIN_PASSWORD ? 'the password is that of ADMIN_PASSWORD' : `password ${password} (shown only once)`;
  return `Administrator: ${created.admin.username}, at /admin/login, ${secret}`;
}
