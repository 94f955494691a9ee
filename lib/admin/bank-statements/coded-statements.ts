import { joinChecks, type BalanceCheck, type Side } from './balance';
import type { MoneyRow } from './rows';

/** A statement as a bank's program writes it: MT940, or one of camt.052 to 054. Its entries are movements already. */
export type CodedStatement = {
  account: string | null;
  /** Balances before and after the entries in paise, negative if overdrawn; null if it has none. */
  openingPaise: number | null;
  closingPaise: number | null;
  rows: MoneyRow[];
};

export type CodedFormat = 'MT940' | 'camt';

/**
 * Compares the entries of each statement with its balances. If they do not add up, all of its lines are doubtful: one may be
 * missing or wrong.
 * @returns null if no statement has both balances
 */
export function checkClosing(statements: readonly CodedStatement[]): BalanceCheck | null {
  return joinChecks(
    statements.map(({ openingPaise, closingPaise, rows }) => {
      if (openingPaise === null || closingPaise === null) return null;
      const isBooked = ({ problem }: MoneyRow) => problem?.code !== 'pending';
      const moved = rows
        .filter(isBooked)
        .reduce((sum, { side, paise }) => sum + (side === 'debit' ? -paise : paise), 0);
      const lines = rows.filter(({ problem }) => problem === undefined).map(({ line }) => line);
      return openingPaise + moved === closingPaise
        ? { right: lines, wrong: [], turned: [] }
        : { right: [], wrong: lines.map((line) => ({ line, changePaise: null })), turned: [] };
    }),
  );
}

/** Returns an entry that cannot be read, with what it says. */
export const unreadEntry = (line: number, value: string, account: string | null): MoneyRow => ({
  line,
  day: null,
  texts: { text: value, reference: '', cheque: '', payer: '' },
  paise: 0,
  side: null,
  isCertain: true,
  balancePaise: null,
  account,
  problem: { code: 'entry', value },
});

/** Returns a balance or an amount with the sign of its side. */
export const signed = (paise: number, side: Side): number => (side === 'debit' ? -paise : paise);
