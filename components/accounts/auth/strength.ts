type Strength = 'weak' | 'fair' | 'strong';

/** Thresholds in bits: a guess is expensive, a guess is infeasible. */
const FAIR_BITS = 45;
const STRONG_BITS = 65;

const KINDS = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/, 33],
  [/[^\x20-\x7e]/, 60],
] as const;

const COMMON = /password|passw0rd|welcome|admin|qwerty|letmein|iloveyou|india|seat|login/gi;

/**
 * Estimates how hard a password is to guess, for a hint that enforces nothing.
 * @param known data that others may know about the sponsor, such as the e-mail address; its parts count as one
 * character each
 */
export function strengthOf(password: string, known: readonly string[] = []): Strength {
  const words = known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3);
  const surprising = words
    .reduce((rest, word) => rest.toLowerCase().replaceAll(word, ' '), password)
    .replace(COMMON, ' ');
  const length = [...surprising].filter((char, at, all) => at === 0 || !isPredictable(all[at - 1]!, char)).length;
  const pool = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = length * Math.log2(pool || 1);
  return bits < FAIR_BITS ? 'weak' : bits < STRONG_BITS ? 'fair' : 'strong';
}

/**
 * Returns true for a predictable character: the same as the one before, or the next of a sequence as in 'abc' and
 * '321'.
 */
function isPredictable(before: string, char: string): boolean {
  return Math.abs(char.codePointAt(0)! - before.codePointAt(0)!) <= 1;
}
