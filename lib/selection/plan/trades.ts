import { AND_WORDS, OR_WORDS } from '@/lib/catalogue/search/words';
import { readWhole } from '@/lib/platform/read-number';

/** Trades that can be planned together. */
export const MAX_TRADES = 5;

/** Between two trades with shares. */
const SEPARATOR = new RegExp(`[,;،।|]|(?<=\\s)(?:${[...AND_WORDS, ...OR_WORDS].join('|')})(?=\\s)`, 'iu');
/** A share beside a trade: '60 %', '60%', '(60 percent)', '६० प्रतिशत'. */
const SHARE = /\(?\s*(\p{Nd}{1,3})\s*(?:[%٪]|percent\b|per cent\b|प्रतिशत|फ़ीसदी|फीसदी)\s*\)?/iu;

/**
 * Takes the shares out of what was typed: 'electrician 60 %, fitter 40 %'.
 * @returns the words without them, and the share of each trade as typed, '' without one; null if no share was typed
 */
export function takeShares(text: string): { words: string; shares: string[] } | null {
  if (!SHARE.test(text)) return null;
  const parts = text.split(SEPARATOR).flatMap((part) => {
    const [phrase = '', share = ''] = SHARE.exec(part) ?? [];
    const words = part.replace(phrase, ' ').trim().replace(/\s+/g, ' ');
    return words === '' ? [] : [{ words, share }];
  });
  return { words: parts.map(({ words }) => words).join(', '), shares: parts.map(({ share }) => share) };
}

/** Why shares cannot be used. */
export type ShareProblem = 'shareRange' | 'shareSum';

/**
 * Reads the shares of trades. Those that are left open get equal parts of what the others leave, the first of them one
 * percent more each while a remainder is left. Shares of another number of trades do not count: these have changed since.
 * @param typed as typed; '' where a share is left open
 * @returns whole percents with the sum 100
 */
export function readShares(typed: readonly string[], trades: number): number[] | ShareProblem {
  if (trades < 2) return [100];
  const shares = typed.length === trades ? typed.map(toShare) : Array<null>(trades).fill(null);
  if (shares.some((share) => Number.isNaN(share))) return 'shareRange';
  const open = shares.filter((share) => share === null).length;
  const rest = 100 - shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  if (open === 0 ? rest !== 0 : rest < open) return 'shareSum';
  let extras = 0;
  return shares.map((share) => share ?? Math.floor(rest / open) + (extras++ < rest % open ? 1 : 0));
}

/** A share in percent; null if empty, NaN if it is none. */
function toShare(text: string): number | null {
  if (text.trim() === '') return null;
  const share = readWhole(text.replace('%', '').trim()) ?? NaN;
  return share >= 1 && share <= 99 ? share : NaN;
}

/**
 * Returns the shares with which trades keep what they cost and another one gets what is left.
 * @param spent what each trade costs; amounts in paise
 * @returns whole percents with the sum 100; null if what is left is less than one percent, or if there are MAX_TRADES
 */
export function sharesWith(spent: readonly number[], left: number): number[] | null {
  const budget = spent.reduce((sum, amount) => sum + amount, left);
  const shares = spent.map((amount) => Math.max(1, Math.ceil((amount * 100) / budget)));
  const rest = 100 - shares.reduce((sum, share) => sum + share, 0);
  return rest < 1 || spent.length >= MAX_TRADES ? null : [...shares, rest];
}
