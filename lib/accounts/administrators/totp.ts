import 'server-only';
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { latinDigits } from '@/lib/platform/digits';
import { qrCode } from '@/lib/platform/qr';

/** What authenticator apps assume where a key does not say otherwise. */
const totp = (key: string, label = '') =>
  new TOTP({
    issuer: 'Seat Adoption',
    label,
    secret: Secret.fromBase32(key),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });

/** Codes of the step before and after the present one are accepted, too: clocks differ, and typing takes time. */
const WINDOW = 1;

/** A new key of 160 random bits, as text in base32 and as a QR code for an authenticator app. */
export type NewFactor = { secret: string; qr: { path: string; size: number } };

/** Returns a new key. It is stored once a code of it was entered. */
export function newFactor(username: string): NewFactor {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, qr: qrCode(totp(secret, username).toString()) };
}

/** Returns the time step that a code of six digits belongs to, or null if it is wrong. `now` is in milliseconds. */
export function stepOf(secret: string, code: string, now: number): number | null {
  // The library compares bytes, and throws if other characters take more of them.
  if (!/^\d{6}$/.test(code)) return null;
  const totpOfSecret = totp(secret);
  const delta = totpOfSecret.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totpOfSecret.counter({ timestamp: now }) + delta;
}

const RECOVERY_CODES = 10;
/** 32 characters (five random bits each) without those that are easily confused. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns new recovery codes of 120 random bits each, in groups that are easy to type. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const chars = [...randomBytes(24)].map((byte) => ALPHABET[byte & 31]).join('');
    return chars.match(/.{6}/g)!.join('-');
  });

/** Returns a code as it is compared: with ASCII digits, without spaces and hyphens, in lower case. */
export const plainCode = (typed: string): string => latinDigits(typed).replace(/[\s-]/g, '').toLowerCase();
