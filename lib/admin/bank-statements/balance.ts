/** An amount that a line of a statement moved; `balancePaise` is what the account had afterwards, null if unknown. */
type Movement = {
  line: number;
  paise: number;
  side: Side | null;
  isCertain: boolean;
  balancePaise: number | null;
};
export type Side = 'credit' | 'debit';

/**
 * What the running balance says: the lines that it proves; those that contradict it, with the change of the balance (paise,
 * negative if it falls; null if only the closing balance contradicts); and the proved ones whose column says the other side.
 */
export type BalanceCheck = {
  right: number[];
  wrong: { line: number; changePaise: number | null }[];
  turned: number[];
};

/**
 * Compares each line with the running balance, from the oldest or from the newest line on. The balance decides the side of
 * a line that has none, or an uncertain one, and corrects the title of a column if more lines agree with the titles than
 * not; `side` is changed in place.
 * @param openingPaise the balance before the first line, null if unknown; ignored if it does not fit
 * @returns null if no line has a balance before it
 */
export function checkBalance(movements: readonly Movement[], openingPaise: number | null): BalanceCheck | null {
  const changes = changesOf(movements, openingPaise);
  const compared = movements.flatMap((movement, at) => {
    const change = changes[at];
    return change === null || change === undefined ? [] : [{ movement, change }];
  });
  if (compared.length === 0) return null;
  const fits = compared.filter(({ movement, change }) => Math.abs(change) === movement.paise);
  const agreeing = fits.filter(({ movement, change }) => movement.side === sideOfChange(change)).length;
  const opposed = fits.filter(({ movement, change }) => movement.side && movement.side !== sideOfChange(change)).length;
  const check: BalanceCheck = { right: [], wrong: [], turned: [] };
  for (const { movement, change } of compared) {
    const side = sideOfChange(change);
    const isFit = Math.abs(change) === movement.paise;
    const isTitle = movement.isCertain && movement.side !== null;
    // Balances without a sign are debts of an overdrawn account if most lines say so.
    if (isFit && (isTitle ? agreeing > opposed : agreeing >= opposed)) {
      if (isTitle && movement.side !== side) check.turned.push(movement.line);
      movement.side = side;
    }
    if (isFit && movement.side === side) check.right.push(movement.line);
    else check.wrong.push({ line: movement.line, changePaise: change });
  }
  return check;
}

/** Joins the checks of several accounts or parts of a file; null if nothing was checked. */
export function joinChecks(checks: readonly (BalanceCheck | null)[]): BalanceCheck | null {
  const done = checks.filter((check) => check !== null);
  if (done.length === 0) return null;
  return {
    right: done.flatMap(({ right }) => right),
    wrong: done.flatMap(({ wrong }) => wrong).toSorted((a, b) => a.line - b.line),
    turned: done.flatMap(({ turned }) => turned),
  };
}

const sideOfChange = (change: number): Side => (change > 0 ? 'credit' : 'debit');
/** Returns by how much each line changed the balance, in the order in which more lines fit; null if unknown. */
function changesOf(movements: readonly Movement[], openingPaise: number | null): (number | null)[] {
  const balanceAt = (at: number) => movements[at]?.balancePaise ?? null;
  const changes = (before: (at: number) => number | null) =>
    movements.map(({ balancePaise }, at) => {
      const earlier = before(at);
      return balancePaise === null || earlier === null ? null : balancePaise - earlier;
    });
  const fitting = (list: (number | null)[]) =>
    list.filter((change, at) => change !== null && Math.abs(change) === movements[at]!.paise).length;
  const oldestFirst = changes((at) => balanceAt(at - 1));
  const newestFirst = changes((at) => balanceAt(at + 1));
  const isOldestFirst = fitting(oldestFirst) >= fitting(newestFirst);
  const chosen = isOldestFirst ? oldestFirst : newestFirst;
  const first = isOldestFirst ? 0 : movements.length - 1;
  const opened = openingPaise === null ? null : (balanceAt(first) ?? NaN) - openingPaise;
  if (opened !== null && Math.abs(opened) === movements[first]?.paise) chosen[first] = opened;
  return chosen;
}
