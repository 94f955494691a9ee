/** An amount that a line of a statement moved; `balancePaise` is what the account had afterwards, null if unknown. */
type Movement = {
  line: number;
  paise: number;
  side: Side | null;
  isCertain: boolean;
  balancePaise: number | null;
};
export type Side = 'credit' | 'debit';

/** Lines whose balance proves amount and side, and the lines that contradict it. */
export type BalanceCheck = { checked: number; wrong: number[] };

/**
 * Compares each line with the running balance, from the oldest or from the newest line on. The balance decides the side of a
 * line that has none, or an uncertain one; `side` is changed in place. The title of a column is certain: if it says
 * otherwise, the line is wrong.
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
  // Balances without a sign are debts of an overdrawn account if most lines say so.
  const decides = agreeing >= opposed;
  const check: BalanceCheck = { checked: 0, wrong: [] };
  for (const { movement, change } of compared) {
    const side = sideOfChange(change);
    const isFit = Math.abs(change) === movement.paise;
    if (isFit && decides && !(movement.isCertain && movement.side)) movement.side = side;
    if (isFit && movement.side === side) check.checked += 1;
    else check.wrong.push(movement.line);
  }
  return check;
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
