import 'server-only';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { env } from './env';
import type { Outcome } from './errors';
import { NEW_PASSWORDS } from './limits';
import { limiter } from './rate-limit';
import { normalized } from './unicode';

type Refusal = Outcome<never> & { ok: false; retryAfterSeconds?: number };

/**
 * The least strength of a password that is set or changed, of 0 to 4: the 3 of zxcvbn, more than 10^8 guesses. At the
 * registration of sponsors only PASSWORD_MIN_STRENGTH counts, because the specification has no rules there (R-VAL-06).
 */
const CHANGED_STRENGTH = 3;

/**
 * The time of an estimate grows with the length of a password and with the substitutions of letters that are undone
 * ('p@$$w0rd'). A password is at least as strong as its beginning.
 */
const ESTIMATED = { maxLength: 40, l33tMaxSubstitutions: 10 };

/** Words of the product, which a guesser of its passwords tries first. */
const OWN_WORDS = ['seat', 'adoption', 'seatadoption', 'adopt', 'madhya', 'pradesh', 'madhyapradesh'];

/** Returns why a new password of a sponsor is refused for its length, or null. */
export function refusalOfPassword(password: string): Refusal | null {
  const min = env().PASSWORD_MIN_LENGTH;
  return password.length < min ? { ok: false, code: 'auth.password_short', params: { min } } : null;
}

/**
 * Returns 'auth.password_weak' if a new password of a sponsor is easy to guess, or null.
 * @param about see isEasyToGuess
 */
export async function refusalOfWeakPassword(
  password: string,
  about: readonly string[],
  when: 'registering' | 'changing',
): Promise<Refusal | null> {
  const { PASSWORD_MIN_STRENGTH } = env();
  const least = when === 'changing' ? Math.max(CHANGED_STRENGTH, PASSWORD_MIN_STRENGTH) : PASSWORD_MIN_STRENGTH;
  return least > 0 && (await isEasyToGuess(password, about, least)) ? { ok: false, code: 'auth.password_weak' } : null;
}

const tries = limiter('new_password', NEW_PASSWORDS);

/**
 * Counts a try to set a new password of an account, whatever becomes of it. Called before the strength is estimated.
 * @param account identifies the account among those of its kind
 * @returns 'auth.too_many_attempts' with the seconds to wait, or null
 */
export async function countNewPassword(
  kind: 'sponsor' | 'invitation' | 'admin',
  account: string,
): Promise<Refusal | null> {
  const attempt = await tries.consume([kind, account]);
  return attempt.ok
    ? null
    : { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: attempt.retryAfterSeconds };
}

/**
 * Returns whether a password is weaker than `least`. It takes tens of milliseconds of processor time, so the caller
 * limits it first.
 * @param about what a guesser knows of the person, such as name, company and e-mail, or the username
 */
export async function isEasyToGuess(
  password: string,
  about: readonly string[],
  least = CHANGED_STRENGTH,
): Promise<boolean> {
  const candidate = normalized(password, 'NFKC');
  const words = [...OWN_WORDS, ...about.flatMap(wordsOf)];
  const zxcvbn = await estimator();
  const scores = [...new Set([candidate, withoutSigns(candidate)])].map((text) => zxcvbn.check(text, words).score);
  return Math.min(...scores) < least;
}

/** Returns the decimal logarithm of the guesses that find a secret; 16 random hexadecimal digits have 16. */
export async function guessesOf(secret: string): Promise<number> {
  return (await estimator()).check(secret).guessesLog10;
}

/**
 * Returns a password without the signs that people put between and around words. A guesser tries them soon, but the
 * estimate counts each as if it were random.
 */
const withoutSigns = (password: string) =>
  password.replace(/[\s._-]+/g, '').replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '') || password;

/** Returns the words of a name or an e-mail address, and neighbouring ones written together and with their signs. */
function wordsOf(text: string): string[] {
  const words = [...text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(0, 8);
  return words.flatMap((first, from) =>
    words
      .slice(from)
      .flatMap((last, more) => [
        words.slice(from, from + more + 1).join(''),
        text.toLowerCase().slice(first.index, last.index + last[0].length),
      ]),
  );
}

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator with its lists of common passwords, names and words (25 MB) when it is first needed. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= (async () => {
    const [{ ZxcvbnFactory }, common, english] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ]);
    const dictionary = { ...common.dictionary, ...english.dictionary };
    return new ZxcvbnFactory({ ...ESTIMATED, dictionary, graphs: common.adjacencyGraphs });
  })();
  return loading;
}
