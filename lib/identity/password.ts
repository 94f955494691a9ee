import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';

/** argon2id, the library's default, at the least cost that OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One password whatever keyboard wrote it: the compatibility form that NIST 800-63B asks for before hashing. It joins no two
 * passwords that a person would tell apart, and takes nothing away: spaces, case and length stay. Hashed as UTF-8.
 */
const canonical = (password: string) => password.normalize('NFKC');

/** The hash to keep of a password, with its salt and parameters in it. */
export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), COST);
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');

/** A hash of the same cost that no password has. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`;

/**
 * Whether this is the password of the kept hash. Without one the same work is done and the answer is false, so that an
 * unknown account takes as long as a known one (security 13).
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? NOBODY, canonical(password));
  return matches && stored !== null;
}
