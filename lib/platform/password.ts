import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { normalized } from './unicode';

/** argon2id, the default of the library, with the minimum cost recommended by OWASP: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Normalises to NFKC, as NIST 800-63B recommends before hashing, so that the same password matches from any keyboard.
 * Spaces, case and length stay. Hashed as UTF-8.
 */
const canonical = (password: string) => normalized(password, 'NFKC');

/** Returns the hash of a password, including its salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), COST);
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');

/** A hash of the same cost that matches no password. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`;

/**
 * Returns whether the password matches the stored hash. Without a hash it does the same work and returns false, so that
 * an unknown account takes as long as a known one.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DUMMY_HASH, canonical(password));
  return matches && stored !== null;
}
