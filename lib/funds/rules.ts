/** The money of an adopted line up to a day, in paise. */
export type LineMoney = {
  /** Seats by price. */
  valuePaise: number;
  /** What arrived, without tax withheld. */
  receivedPaise: number;
  /** Tax that the payer withheld. */
  tdsPaise: number;
  /** What was paid back to the sponsor. */
  returnedPaise: number;
  /** What was passed on to the institute, less what it gave back. */
  passedPaise: number;
  /** What a second administrator, or the bank, has not confirmed, and what `passedPaise` does not have: to pass on, and given back. */
  waitingPaise: number;
  waitingBackPaise: number;
  /** The financial year whose end the institute stated its use for last; null: nothing was stated. */
  statedYear: string | null;
  /** What it had used up to then, and what had been passed on up to then; null if nothing was stated. */
  usedPaise: number | null;
  statedPaise: number | null;
};

/** Where the money of a line is. The last four add up to `keptPaise`, unless more was passed on than was kept. */
export type Balance = {
  /** Received and not paid back. */
  keptPaise: number;
  /** Not passed on: certainly not used. */
  notPassedPaise: number;
  usedPaise: number;
  /** Passed on, and not used as the institute states. */
  unusedPaise: number;
  /** Passed on, and nobody stated whether it is used. */
  unstatedPaise: number;
  /** Passed on above what was kept: the sponsor was paid back since. It has to come back from the institute. */
  excessPaise: number;
};

/**
 * Returns where the money of a line is on a day. What was paid back to the sponsor lowers what counts as used.
 * @param year the financial year of the day
 */
export function balanceOf(money: LineMoney, year: string): Balance {
  const keptPaise = money.receivedPaise - money.returnedPaise;
  const passedPaise = Math.min(money.passedPaise, keptPaise);
  const usedPaise = Math.min(money.usedPaise ?? 0, passedPaise);
  const restPaise = passedPaise - usedPaise;
  // What was stated for this year says of everything passed on until then whether it is used.
  const statedRest = money.statedYear === year ? money.statedPaise! - money.usedPaise! : 0;
  const unusedPaise = Math.min(statedRest, restPaise);
  return {
    keptPaise,
    notPassedPaise: keptPaise - passedPaise,
    usedPaise,
    unusedPaise,
    unstatedPaise: restPaise - unusedPaise,
    excessPaise: money.passedPaise - passedPaise,
  };
}

/** Returns what can still be passed on for a line: money received for its present seats; below 0 if too much was. */
export const passablePaise = ({ valuePaise, ...money }: LineMoney): number =>
  Math.min(money.receivedPaise - money.returnedPaise, valuePaise) - money.passedPaise - money.waitingPaise;

/** Returns what an institute can still give back of a line: passed on, and not used. */
export const unspentPaise = (money: LineMoney): number =>
  money.passedPaise - (money.usedPaise ?? 0) - money.waitingBackPaise;

/**
 * Whether an office is asked for what was used up to the end of a financial year: from 1 February of its last months on, while
 * nothing was stated for money that was passed on up to its end.
 * @param year with what was passed on, and what of it had been passed on when its use was stated last, null: never
 * @param today YYYY-MM-DD, in India
 */
export const isUseDue = (
  { year, passedPaise, statedPaise }: { year: string; passedPaise: number; statedPaise: number | null },
  today: string,
): boolean => today >= `${Number(year.slice(0, 4)) + 1}-02-01` && passedPaise > (statedPaise ?? 0);

/** Returns the sum of a number over rows. */
export const sumOf = <Row>(rows: readonly Row[], number: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + number(row), 0);

/** Returns what tells a line of an adoption from others. */
export const lineKey = ({ billingId, courseId }: { billingId: string; courseId: string }): string =>
  `${billingId} ${courseId}`;
