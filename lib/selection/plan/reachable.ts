/**
 * Enumerates what sums of losses can be reached by combining choices of institutes and price classes, within a limit.
 * Two halves of the choices can be enumerated apart and combined, which squares the number of sums for the same work.
 */

/** A deviation of one institute or price class from the baseline. */
export type Option = {
  /** Seats more than in the baseline; negative for fewer. */
  balance: number;
  /** Value lost in paise, at least 0. */
  loss: number;
  /** Of an institute: seats of each of its offers. Of a price class: the change of its seats. */
  seats: readonly number[];
};

/** An institute or a price class by its index. */
type Source = { kind: 'institute' | 'class'; at: number };

/** The options of one institute or price class with a loss of at most `limit`; `complete` unless `steps` ran out. */
export type OptionSource = {
  of: Source;
  /** The least loss of exchanging one seat; sources with small ones are combined first. */
  nearest: number;
  options: (limit: number, steps: number) => { options: Option[]; complete: boolean; steps: number };
};

export type Choice = { of: Source; option: Option };

/**
 * What is looked for: the largest loss up to `loss` with a balance of `balance`, of which −lo to +hi seats cost no loss.
 * No sum above `target` is possible, so that it ends the search.
 */
export type SearchGoal = { balance: number; loss: number; target: number; lo: number; hi: number };

/** A reached sum, linked to the sum before its last choice. */
type Sum = { balance: number; loss: number; before: Sum | null; choice: Choice | null };

type Reached = {
  sums: Sum[];
  best: Best | null;
  hit: boolean;
  /** Index of the first source that was not combined. */
  next: number;
  /** False if some sums of the sources before `next` are missing. */
  complete: boolean;
  used: number;
};

type Best = { loss: number; choices: Choice[] };

/** Losses and balances share one number as key: below 2^33 paise and 2^19 seats either way. */
const MAX_LOSS = 2 ** 33 - 1;
const BALANCES = 2 ** 20;
const keyOf = (balance: number, loss: number) => loss * BALANCES + balance + BALANCES / 2;

/**
 * Combines the options of sources, beginning with the one at `from`, until about `steps` combinations have been tried.
 * Ends early if a sum is the goal's target.
 */
export function expand(sources: readonly OptionSource[], from: number, goal: SearchGoal, steps: number): Reached {
  const limit = Math.min(goal.loss, MAX_LOSS);
  const root: Sum = { balance: 0, loss: 0, before: null, choice: null };
  const sums = [root];
  const seen = new Set([keyOf(0, 0)]);
  const fits = ({ balance }: Sum) => goal.balance - balance >= -goal.lo && goal.balance - balance <= goal.hi;
  let best: Sum | null = fits(root) ? root : null;
  let complete = true;
  let used = 0;
  let next = from;
  const result = (hit: boolean): Reached => ({
    sums,
    best: best && { loss: best.loss, choices: choicesOf(best) },
    hit,
    next,
    complete,
    used,
  });
  if (best?.loss === goal.target) return result(true);
  while (next < sources.length && used < steps) {
    const source = sources[next]!;
    next++;
    const found = source.options(limit, steps);
    used += found.steps;
    complete &&= found.complete && limit === goal.loss;
    for (let at = 0, count = sums.length; at < count; at++) {
      if (used > 2 * steps) {
        complete = false;
        return result(false);
      }
      const before = sums[at]!;
      for (const option of found.options) {
        used++;
        const loss = before.loss + option.loss;
        if (loss > limit) continue;
        const balance = before.balance + option.balance;
        const key = keyOf(balance, loss);
        if (seen.has(key)) continue;
        seen.add(key);
        const sum = { balance, loss, before, choice: { of: source.of, option } };
        sums.push(sum);
        if (!fits(sum)) continue;
        if (best === null || loss > best.loss) best = sum;
        if (loss === goal.target) return result(true);
      }
    }
  }
  return result(false);
}

/** Returns the best sum of one from each half. */
export function combine(first: Reached, second: Reached, goal: SearchGoal): Best | null {
  const [a, b] = [byBalance(first.sums), byBalance(second.sums)];
  let best: { loss: number; sums: [Sum, Sum] } | null = null;
  for (const [own, sums] of a) {
    for (const [other, others] of b) {
      const missing = goal.balance - own - other;
      if (missing < -goal.lo || missing > goal.hi) continue;
      const pair = closest(sums(), others(), goal.loss);
      if (pair && (best === null || pair.loss > best.loss)) best = pair;
      if (best?.loss === goal.target) return { loss: best.loss, choices: best.sums.flatMap(choicesOf) };
    }
  }
  return best && { loss: best.loss, choices: best.sums.flatMap(choicesOf) };
}

/** The sums of each balance in the order of their losses, balances with many sums first; sorted when asked for. */
function byBalance(sums: readonly Sum[]): [number, () => Sum[]][] {
  const groups = new Map<number, Sum[]>();
  for (const sum of sums) {
    const group = groups.get(sum.balance);
    if (group) group.push(sum);
    else groups.set(sum.balance, [sum]);
  }
  return [...groups]
    .sort(([, x], [, y]) => y.length - x.length)
    .map(([balance, own]) => {
      let sorted: Sum[] | undefined;
      return [balance, () => (sorted ??= own.sort((x, y) => x.loss - y.loss))];
    });
}

/** The pair from two ascending lists with the largest sum up to a limit; null if there is none. */
function closest(a: readonly Sum[], b: readonly Sum[], limit: number): { loss: number; sums: [Sum, Sum] } | null {
  let best: { loss: number; sums: [Sum, Sum] } | null = null;
  let at = b.length - 1;
  for (const one of a) {
    while (at >= 0 && one.loss + b[at]!.loss > limit) at--;
    if (at < 0) break;
    const loss = one.loss + b[at]!.loss;
    if (best === null || loss > best.loss) best = { loss, sums: [one, b[at]!] };
    if (loss === limit) break;
  }
  return best;
}

function choicesOf(sum: Sum): Choice[] {
  const choices: Choice[] = [];
  for (let at: Sum | null = sum; at?.choice; at = at.before) choices.push(at.choice);
  return choices;
}

type InstituteAt = {
  /** The price at which seats are worth nothing. */
  t: number;
  /** Value of the institute's best seats at t. */
  value: number;
  /** Seats of the baseline. */
  count: number;
  min: number;
  max: number;
};

/**
 * Enumerates the seats that an institute can contribute with a loss of at most `limit`: none, or from `min` to `max`.
 * Of choices with the same number of seats and the same cost one is returned.
 * @param one prices ascending, with the seats of each offer
 */
export function toOptions(
  { prices, seats }: { prices: readonly number[]; seats: readonly number[] },
  { t, value, count, min, max }: InstituteAt,
  limit: number,
  steps: number,
): { options: Option[]; complete: boolean; steps: number } {
  const all = seats.reduce((sum, offered) => sum + offered, 0);
  const highest = Math.min(max, all);
  const lowest = Math.min(Math.max(1, min), highest);
  // The price of the last seat that the limits allow or demand: distances from it show early which choices lose too much.
  const [dearest, forced] = [nthPrice(prices, seats, highest), nthPrice(prices, seats, lowest)];
  const pivot = dearest < t ? dearest : forced > t ? forced : t;
  const full = prices.reduce((sum, price, k) => sum + Math.max(0, pivot - price) * seats[k]!, 0);
  const room = limit - (value - full - Math.max((t - pivot) * lowest, (t - pivot) * highest));

  type Partial = { count: number; away: number; before: Partial | null; taken: number };
  let partials: Partial[] = [{ count: 0, away: 0, before: null, taken: 0 }];
  let used = 0;
  let complete = true;
  for (let k = 0; k < prices.length; k++) {
    const each = Math.abs(prices[k]! - pivot);
    const available = seats[k]!;
    const deviations = each === 0 ? available : Math.min(available, Math.floor(room / each));
    const reached: Partial[] = [];
    const seen = new Set<number>();
    for (const before of partials) {
      for (let deviation = 0; deviation <= deviations; deviation++) {
        const away = before.away + deviation * each;
        if (away > room) break;
        if (++used > steps) {
          complete = false;
          break;
        }
        const taken = prices[k]! < pivot ? available - deviation : deviation;
        const seatsNow = before.count + taken;
        if (seatsNow > highest) continue;
        const key = keyOf(seatsNow, away);
        if (seen.has(key)) continue;
        seen.add(key);
        reached.push({ count: seatsNow, away, before, taken });
      }
    }
    partials = reached;
  }

  const options: Option[] = [];
  if (count > 0 && value <= limit) options.push({ balance: -count, loss: value, seats: prices.map(() => 0) });
  for (const partial of partials) {
    if (partial.count < lowest) continue;
    const loss = value - full - (t - pivot) * partial.count + partial.away;
    if (loss > limit || (loss === 0 && partial.count === count)) continue;
    const taken: number[] = [];
    for (let at: Partial | null = partial; at?.before; at = at.before) taken.push(at.taken);
    options.push({ balance: partial.count - count, loss, seats: taken.reverse() });
  }
  return { options, complete, steps: used };
}

/** The price of the n-th cheapest seat. */
function nthPrice(prices: readonly number[], seats: readonly number[], n: number): number {
  let rest = n;
  for (let k = 0; k < prices.length; k++) {
    rest -= seats[k]!;
    if (rest <= 0) return prices[k]!;
  }
  return prices.at(-1)!;
}
