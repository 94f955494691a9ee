import { combine, expand, toOptions, type Choice, type Option, type OptionSource, type SearchGoal } from './reachable';

/** Seats that could be bought: `seats` of a course at `pricePaise` each. */
export type Offer = {
  institute: string;
  pricePaise: number;
  seats: number;
  /** The operator's figure of its district; null or absent if there is none. */
  figure?: number | null;
};

/** Seats of one institute: none, or from `min` to `max`. */
export type SeatRange = { min: number; max: number };

/** How a budget is filled, and how far from the best it can be. */
export type Filling = {
  /** Seats of each offer, in the order of the offers. */
  seats: number[];
  count: number;
  paise: number;
  /** No filling has more seats than this; equal to `count` if that is proven to be the most. */
  countBound: number;
  /** No filling with `count` seats costs more than this; equal to `paise` if that is proven to leave the least. */
  paiseBound: number;
};

/** Work of a search, in combinations tried: about 30 ms. Small inputs and round prices need a fraction. */
const SEARCH_STEPS = 80_000;

/** An institute that `min` or `max` concerns: its offers, cheapest first. */
type Institute = { offers: number[]; prices: number[]; seats: number[] };
/** Offers of one price that no limit concerns, over all other institutes. */
type PriceClass = { offers: number[]; price: number; seats: number };

/**
 * Fills a budget: as many seats as possible, and of all ways to have that many, one that leaves the least money.
 *
 * With a price t at which the money runs out, the seats that are worth most at t (Σ t − price) are the baseline. Any
 * other choice loses value: each institute or price class by itself, so the losses add up. A choice of n seats fits the
 * budget exactly if its loss is at most what the baseline leaves, less t for every further seat. That loss is less than
 * the price of a seat, which rules out almost all choices; the remaining sums are enumerated (see reachable.ts).
 * docs/decisions/0027 has the proof and the bounds.
 * @param budget integer paise, at most 2^53
 * @param steps how many combinations to try: with fewer, more results are bounds instead of proven
 * @returns a filling whose cost is at most the budget; empty if nothing can be bought
 */
export function fillBudget(
  offers: readonly Offer[],
  budget: number,
  { min, max }: SeatRange,
  steps = SEARCH_STEPS,
): Filling {
  const { institutes, classes } = split(offers, budget, { min, max });
  const prices = [...classes.map(({ price }) => price), ...institutes.flatMap((one) => one.prices)];
  const none = { seats: offers.map(() => 0), count: 0, paise: 0, countBound: 0, paiseBound: 0 };
  if (prices.length === 0) return none;

  const highest = prices.reduce((a, b) => Math.max(a, b), 0) + 1;
  const t = largest(1, highest, (price) => costAt(price, institutes, classes, { min, max }, budget) <= budget);
  const base = baseline(t, institutes, classes, { min, max }, budget);
  const left = budget - base.paise;
  const offered = total(classes.map(({ seats }) => seats)) + total(institutes.map(({ seats }) => total(seats)));
  if (base.count === offered) {
    // The budget buys everything: nothing else has as many seats.
    const seats = assign(offers, base, [], institutes, classes, 0);
    return { seats, count: base.count, paise: base.paise, countBound: base.count, paiseBound: base.paise };
  }
  const capacity =
    classes.reduce((sum, { seats }) => sum + seats, 0) +
    institutes.reduce((sum, { seats }) => sum + Math.min(max, total(seats)), 0);
  const bound = Math.min(capacity, base.count + Math.floor(left / t));

  const step = prices.reduce((g, price) => gcd(g, Math.abs(price - prices[0]!)), 0);
  /** The most that n seats can cost: at most the budget, and n times a price up to a multiple of the step. */
  const ceiling = (n: number) =>
    step === 0 ? n * prices[0]! : budget - ((((budget - n * prices[0]!) % step) + step) % step);

  const sources = optionSources(t, left, base, institutes, classes, { min, max });
  const start = greedyStart(t, left, base, institutes, { min, max });
  let remaining = steps;
  let countBound = bound;
  for (let n = bound; n >= base.count + start.balance; n--) {
    const more = n - base.count;
    const goal = {
      balance: more,
      loss: left - more * t,
      target: ceiling(n) - base.paise - more * t,
      lo: base.adjuster.lo,
      hi: base.adjuster.hi,
    };
    const { best: found, exhaustive, used } = search(sources, goal, Math.ceil(remaining / 2));
    remaining -= used;
    const best = more === start.balance && start.loss > (found?.loss ?? -1) ? start : found;
    if (best === null) {
      if (exhaustive && countBound === n) countBound = n - 1;
      continue;
    }
    const paise = base.paise + more * t + best.loss;
    const seats = assign(offers, base, best.choices, institutes, classes, more);
    return { seats, count: n, paise, countBound, paiseBound: exhaustive ? paise : ceiling(n) };
  }
  return none;
}

type Found = { best: { loss: number; choices: Choice[] } | null; exhaustive: boolean; used: number };

/** Finds the choices with the largest loss up to `goal.loss` that change the number of seats by `goal.balance`. */
function search(sources: readonly OptionSource[], goal: SearchGoal, steps: number): Found {
  const first = expand(sources, 0, goal, Math.ceil(steps / 2));
  if (first.next === sources.length || first.hit) {
    return { best: first.best, exhaustive: first.complete || first.hit, used: first.used };
  }
  const second = expand(sources, first.next, goal, Math.ceil(steps / 2));
  const best = combine(first, second, goal);
  const complete = first.complete && second.complete && second.next === sources.length;
  return { best, exhaustive: complete || best?.loss === goal.target, used: first.used + second.used };
}

/** Sorts the usable offers into institutes that the limits concern, and price classes over all others. */
function split(offers: readonly Offer[], budget: number, { min, max }: SeatRange) {
  const byInstitute = new Map<string, number[]>();
  offers.forEach(({ institute, pricePaise, seats }, index) => {
    if (seats < 1 || pricePaise < 1 || pricePaise > budget) return;
    const indexes = byInstitute.get(institute);
    if (indexes) indexes.push(index);
    else byInstitute.set(institute, [index]);
  });
  const institutes: Institute[] = [];
  const classes = new Map<number, PriceClass>();
  for (const indexes of byInstitute.values()) {
    const offered = indexes.reduce((sum, index) => sum + offers[index]!.seats, 0);
    if (offered < min) continue;
    if (min > 1 || offered > max) {
      const sorted = indexes.toSorted((a, b) => offers[a]!.pricePaise - offers[b]!.pricePaise || a - b);
      institutes.push({
        offers: sorted,
        prices: sorted.map((index) => offers[index]!.pricePaise),
        seats: sorted.map((index) => Math.min(max, offers[index]!.seats)),
      });
      continue;
    }
    for (const index of indexes) {
      const { pricePaise: price, seats } = offers[index]!;
      const same = classes.get(price);
      if (same) {
        same.offers.push(index);
        same.seats += seats;
      } else classes.set(price, { offers: [index], price, seats });
    }
  }
  return { institutes, classes: [...classes.values()] };
}

/** The seats of an institute with the most value at price t: fewest of equals; none if they are worth nothing. */
function bestAt(t: number, { prices, seats }: Institute, { min, max }: SeatRange) {
  let count = 0;
  let paise = 0;
  for (let at = 0; at < prices.length && count < max; at++) {
    const price = prices[at]!;
    const wanted = price < t ? max - count : min - count;
    if (wanted < 1) break;
    const taken = Math.min(wanted, seats[at]!);
    count += taken;
    paise += taken * price;
  }
  const value = t * count - paise;
  return value > 0 ? { count, paise, value } : { count: 0, paise: 0, value: 0 };
}

/** The cost of the seats that are worth more than nothing at price t, or a number above the budget. */
function costAt(t: number, institutes: Institute[], classes: PriceClass[], range: SeatRange, budget: number): number {
  let cost = 0;
  for (const { price, seats } of classes) if (price < t) cost += price * seats;
  for (const institute of institutes) {
    if (cost > budget) return cost;
    cost += bestAt(t, institute, range).paise;
  }
  return cost;
}

type Baseline = {
  count: number;
  paise: number;
  /** Seats of each institute and their value at t. */
  own: { count: number; value: number }[];
  /** Seats of each price class. */
  taken: number[];
  /** The price class at t itself, if any: `lo` of its seats can be removed and `hi` added without a loss. */
  adjuster: { lo: number; hi: number; at: number | null };
};

/** The seats worth more than nothing at price t, and of those worth nothing as many as the budget allows. */
function baseline(
  t: number,
  institutes: Institute[],
  classes: PriceClass[],
  range: SeatRange,
  budget: number,
): Baseline {
  const taken = classes.map(({ price, seats }) => (price < t ? seats : 0));
  const choices = institutes.map((one) => bestAt(t, one, range));
  let paise =
    classes.reduce((sum, { price }, at) => sum + price * taken[at]!, 0) +
    choices.reduce((sum, one) => sum + one.paise, 0);
  let count = total(taken) + choices.reduce((sum, one) => sum + one.count, 0);
  const adjuster: Baseline['adjuster'] = { lo: 0, hi: 0, at: null };
  classes.forEach(({ price, seats }, at) => {
    if (price !== t) return;
    const fitting = Math.min(seats, Math.floor((budget - paise) / t));
    taken[at] = fitting;
    paise += fitting * t;
    count += fitting;
    adjuster.lo = fitting;
    adjuster.hi = seats - fitting;
    adjuster.at = at;
  });
  institutes.forEach(({ prices, seats }, at) => {
    const before = choices[at]!;
    if (before.count === 0 && range.min > 1) return;
    // `min` may already have taken some of the seats at price t.
    const free = prices.reduce((sum, price, k) => (price <= t ? sum + seats[k]! : sum), 0) - before.count;
    const missing = Math.min(free, range.max - before.count, Math.floor((budget - paise) / t));
    if (missing < 1) return;
    choices[at] = { ...before, count: before.count + missing };
    paise += missing * t;
    count += missing;
  });
  return { count, paise, own: choices, taken, adjuster };
}

/**
 * A choice that fits the budget, for searches that find nothing: the baseline, and of the institutes without seats those
 * that lose least, with `min` seats or more.
 */
function greedyStart(
  t: number,
  left: number,
  base: Baseline,
  institutes: Institute[],
  { min, max }: SeatRange,
): { balance: number; loss: number; choices: Choice[] } {
  const start = { balance: 0, loss: 0, choices: [] as Choice[] };
  if (min < 2) return start;
  const unused = institutes
    .flatMap((one, at) => (base.own[at]!.count === 0 ? [{ at, one, paise: costOf(one, min), count: 0 }] : []))
    .sort((a, b) => a.paise - b.paise || a.at - b.at);
  let rest = left;
  // First all that lose nothing with their least, so that what remains is too little for another one only at the end.
  for (const entry of unused) {
    if (entry.paise > rest || entry.paise > t * min) break;
    rest -= entry.paise;
    entry.count = min;
  }
  for (const entry of unused) {
    const { one, at } = entry;
    if (entry.count === 0 && entry.paise > rest) break;
    const worth = one.prices.reduce((sum, price, k) => (price <= t ? sum + one.seats[k]! : sum), 0);
    const highest = Math.max(min, Math.min(max, worth));
    const before = entry.count === 0 ? 0 : entry.paise;
    const count = largest(min, highest, (seats) => costOf(one, seats) - before <= rest);
    const paise = costOf(one, count);
    rest -= paise - before;
    start.balance += count;
    start.loss += paise - t * count;
    start.choices.push({
      of: { kind: 'institute', at },
      option: { balance: count, loss: paise - t * count, seats: cheapest(one, count) },
    });
  }
  return start;
}

/** How many of an institute's cheapest seats are of which offer. */
function cheapest({ seats }: Institute, count: number): number[] {
  let rest = count;
  return seats.map((offered) => {
    const taken = Math.min(rest, offered);
    rest -= taken;
    return taken;
  });
}

/** The cost of an institute's cheapest seats. */
function costOf(one: Institute, count: number): number {
  return cheapest(one, count).reduce((sum, seats, k) => sum + seats * one.prices[k]!, 0);
}

/** For each institute and price class, how it can differ from the baseline, and what that loses. */
function optionSources(
  t: number,
  left: number,
  base: Baseline,
  institutes: Institute[],
  classes: PriceClass[],
  range: SeatRange,
): OptionSource[] {
  const ofClasses = classes.flatMap(({ price, seats }, at): OptionSource[] => {
    if (price === t) return [];
    const sign = price < t ? -1 : 1;
    const each = Math.abs(price - t);
    return [
      {
        nearest: each,
        options: (limit) => {
          const max = Math.min(seats, Math.floor(limit / each));
          const options: Option[] = [];
          for (let k = 1; k <= max; k++) options.push({ balance: sign * k, loss: k * each, seats: [k * sign] });
          return { options, complete: true, steps: max };
        },
        of: { kind: 'class', at },
      },
    ];
  });
  const ofInstitutes = institutes.map((one, at): OptionSource => {
    const { count, value } = base.own[at]!;
    return {
      nearest:
        count === 0 && range.min > 1
          ? costOf(one, range.min) - t * range.min
          : one.prices.reduce((min, price) => Math.min(min, Math.abs(price - t)), Infinity),
      options: (limit, steps) => toOptions(one, { t, value, count, ...range }, limit, steps),
      of: { kind: 'institute', at },
    };
  });
  const sorted = [...ofClasses, ...ofInstitutes].sort((a, b) => a.nearest - b.nearest);
  const near = sorted.findIndex(({ nearest }) => nearest > left);
  if (ofInstitutes.length > ofClasses.length) return sorted;
  return near < 0 ? mix(sorted) : [...mix(sorted.slice(0, near)), ...sorted.slice(near)];
}

/** Reorders a sorted list so that any part of it has small and large ones: a few of both reach any sum. */
function mix<T>(sorted: readonly T[]): T[] {
  let stride = Math.max(1, Math.round(sorted.length * 0.618));
  while (gcd(stride, sorted.length) > 1) stride++;
  return sorted.map((_, at) => sorted[(at * stride) % sorted.length]!);
}

/** Distributes the seats of a solution over the offers; in a price class the largest offers come first. */
function assign(
  offers: readonly Offer[],
  base: Baseline,
  choices: readonly Choice[],
  institutes: Institute[],
  classes: PriceClass[],
  more: number,
): number[] {
  const result = offers.map(() => 0);
  const taken = [...base.taken];
  const chosen = new Map<number, readonly number[]>();
  let balance = 0;
  for (const { of, option } of choices) {
    balance += option.balance;
    if (of.kind === 'class') taken[of.at]! += option.seats[0]!;
    else chosen.set(of.at, option.seats);
  }
  if (base.adjuster.at !== null) taken[base.adjuster.at]! += more - balance;
  classes.forEach(({ offers: own }, at) => {
    let rest = taken[at]!;
    for (const index of own.toSorted((a, b) => offers[b]!.seats - offers[a]!.seats || a - b)) {
      result[index] = Math.min(rest, offers[index]!.seats);
      rest -= result[index]!;
    }
  });
  institutes.forEach((one, at) => {
    const seats = chosen.get(at) ?? cheapest(one, base.own[at]!.count);
    one.offers.forEach((index, k) => (result[index] = seats[k]!));
  });
  return result;
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function gcd(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

/** The largest integer from `low` to `high` for which a condition holds that holds up to some number; `low` if none. */
export function largest(low: number, high: number, holds: (value: number) => boolean): number {
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
