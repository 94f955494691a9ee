import { fillBudget, largest, type Filling, type Offer, type SeatRange } from './fill-budget';

/**
 * What matters most. `students`: the most seats. `spread`: many institutes, so that none has more seats than needed to
 * use the budget. `concentrate`: few institutes, chosen one after another. `least`: districts with the lowest figure first.
 */
export const AIMS = ['students', 'spread', 'concentrate', 'least'] as const;
export type Aim = (typeof AIMS)[number];

/** A wish: budget in paise, seats per institute, and at most `courses` lines. */
export type Wish = SeatRange & { budget: number; aim: Aim; courses: number };

/**
 * Proposes seats: within what the aim allows, as many as possible, and of all ways to have that many, one that leaves
 * the least money. The result is a function of its input: the same offers in the same order give the same proposal.
 * docs/decisions/0027 defines the aims.
 * @returns seats of each offer and bounds for the best possible ones, both within what the aim allows
 */
export function proposeSeats(offers: readonly Offer[], wish: Wish): Filling {
  switch (wish.aim) {
    case 'students':
      return fillCourses(offers, wish);
    case 'spread':
      return fillCourses(offers, { ...wish, max: smallestCap(offers, wish) });
    case 'concentrate':
      return fillCourses(chosenInstitutes(offers, wish), wish);
    case 'least':
      return fillByFigure(offers, wish);
  }
}

/**
 * Fills the budget in districts with the lowest figure first: as many seats as possible in those, then with what is left in the next ones;
 * those without a figure come last. Equal figures are filled together. The bounds are the proposal itself: another one with as many
 * seats where less arrives is not compared.
 */
function fillByFigure(offers: readonly Offer[], wish: Wish): Filling {
  const seats = offers.map(() => 0);
  const figures = [...new Set(offers.map(({ figure }) => figure ?? Infinity))].toSorted((a, b) => a - b);
  let [count, paise, courses] = [0, 0, 0];
  for (const figure of figures) {
    const own = offers.flatMap((offer, at) => ((offer.figure ?? Infinity) === figure ? [at] : []));
    const rest = { ...wish, budget: wish.budget - paise, courses: wish.courses - courses };
    if (rest.courses < 1) break;
    const filled = fillCourses(
      own.map((at) => offers[at]!),
      rest,
    );
    filled.seats.forEach((chosen, index) => (seats[own[index]!] = chosen));
    count += filled.count;
    paise += filled.paise;
    courses += coursesIn(filled.seats);
  }
  return { seats, count, paise, countBound: count, paiseBound: paise };
}

/** The offers of a trade, and its share of the budget in percent. */
type Part = { offers: readonly Offer[]; share: number };

/** What is proposed for a trade, and the paise it was proposed for. */
type FilledPart = Filling & { budget: number };

/**
 * proposeSeats for each trade with its share of the budget, then with what is left over: in order, each trade gets it
 * that can have more seats with it. Limits of institutes count for each trade by itself.
 * @param parts without a common offer; the shares are whole percents with the sum 100
 * @returns the seats of each part, together within the budget and `courses`; each exact for its own `budget`
 */
export function proposeParts(parts: readonly Part[], wish: Wish): FilledPart[] {
  const propose = ({ offers }: Part, budget: number, courses: number): FilledPart => ({
    ...proposeSeats(offers, { ...wish, budget, courses }),
    budget,
  });
  const courses = Math.floor(wish.courses / parts.length);
  const filled = parts.map((part) => propose(part, Math.floor((wish.budget * part.share) / 100), courses));
  if (parts.length < 2) return filled;
  let rest = wish.budget - filled.reduce((sum, { paise }) => sum + paise, 0);
  parts.forEach((part, at) => {
    const filling = filled[at]!;
    const others = filled.reduce((sum, { seats }, other) => (other === at ? sum : sum + coursesIn(seats)), 0);
    const more = propose(part, filling.paise + rest, wish.courses - others);
    if (more.count <= filling.count) return;
    rest += filling.paise - more.paise;
    filled[at] = more;
  });
  return filled;
}

const coursesIn = (seats: readonly number[]) => seats.filter((count) => count > 0).length;

/** fillBudget with at most `courses` offers. */
function fillCourses(offers: readonly Offer[], wish: Wish): Filling {
  // A search over all offers would be thrown away where the budget buys far more courses than a proposal has.
  const rough = fillBudget(offers, wish.budget, wish, 0);
  const isFarAbove = coursesIn(rough.seats) > 1.25 * wish.courses;
  const filling = isFarAbove ? rough : fillBudget(offers, wish.budget, wish);
  if (coursesIn(filling.seats) <= wish.courses) return filling;
  const worth = mostValuable(offers, wish);
  // Limits of institutes are unknown to mostValuable; taking the cheapest seats one by one respects `max`.
  const kept =
    wish.max === Infinity
      ? worth.kept
      : takeCheapest(offers, cheapestFirst(offers, wish.budget), wish, wish.max).courses;
  const limited = fillBudget(
    offers.map((offer, at) => (kept.has(at) ? offer : { ...offer, seats: 0 })),
    wish.budget,
    wish,
  );
  return { ...limited, countBound: Math.min(filling.countBound, worth.bound), paiseBound: wish.budget };
}

/**
 * Returns the `courses` offers whose seats are worth most at the price at which they use the budget, and a number of
 * seats that no choice of that many offers exceeds.
 */
function mostValuable(offers: readonly Offer[], { budget, courses }: Wish): { kept: Set<number>; bound: number } {
  const values = new Float64Array(offers.length);
  const kept = (price: number) => {
    offers.forEach(({ pricePaise, seats }, at) => {
      values[at] = pricePaise > 0 && pricePaise < price ? (price - pricePaise) * seats : 0;
    });
    const threshold = values.toSorted().at(-courses) ?? 0;
    const above = offers.flatMap((_, at) => (values[at]! > threshold ? [at] : []));
    const equal = offers.flatMap((_, at) => (values[at] === threshold && threshold > 0 ? [at] : []));
    return [...above, ...equal.slice(0, courses - above.length)];
  };
  const cost = (price: number) => kept(price).reduce((sum, at) => sum + offers[at]!.pricePaise * offers[at]!.seats, 0);
  const dearest = offers.reduce((max, { pricePaise }) => Math.max(max, pricePaise), 0) + 1;
  const price = largest(1, 2 * dearest, (candidate) => cost(candidate) <= budget);
  const chosen = kept(price);
  const value = chosen.reduce((sum, at) => sum + values[at]!, 0);
  return { kept: new Set(chosen), bound: Math.floor((budget + value) / price) };
}

/**
 * Takes the cheapest seats one by one, at most `cap` of an institute and of at most `courses` courses.
 * @param sorted the indexes of cheapestFirst
 * @returns the indexes of the courses, and whether money is left for a seat that only these limits exclude
 */
function takeCheapest(offers: readonly Offer[], sorted: readonly number[], { budget, courses }: Wish, cap: number) {
  const taken = new Map<string, number>();
  const chosen = new Set<number>();
  let rest = budget;
  let excluded = Infinity;
  for (const at of sorted) {
    const { institute, pricePaise, seats } = offers[at]!;
    if (pricePaise > rest) break;
    const before = taken.get(institute) ?? 0;
    const allowed = chosen.size < courses ? cap - before : 0;
    const seatsTaken = Math.min(seats, allowed, Math.floor(rest / pricePaise));
    if (seatsTaken < seats && seatsTaken === allowed) excluded = Math.min(excluded, pricePaise);
    if (seatsTaken === 0) continue;
    chosen.add(at);
    taken.set(institute, before + seatsTaken);
    rest -= seatsTaken * pricePaise;
  }
  return { courses: chosen, wastes: excluded <= rest };
}

/** Returns the indexes of the offers with seats that the budget can buy, the cheapest first. */
function cheapestFirst(offers: readonly Offer[], budget: number): number[] {
  return offers
    .flatMap(({ seats, pricePaise }, at) => (seats > 0 && pricePaise > 0 && pricePaise <= budget ? [at] : []))
    .sort((a, b) => offers[a]!.pricePaise - offers[b]!.pricePaise || a - b);
}

/**
 * Returns the smallest number of seats per institute with which taking the cheapest seats uses the budget: what remains
 * would not buy a seat that only this number excludes. At least `min`, at most `max`.
 */
function smallestCap(offers: readonly Offer[], wish: Wish): number {
  const totals = new Map<string, number>();
  for (const { institute, seats } of offers) totals.set(institute, (totals.get(institute) ?? 0) + seats);
  const highest = Math.min(
    wish.max,
    [...totals.values()].reduce((a, b) => Math.max(a, b), 1),
  );
  const lowest = Math.min(Math.max(1, wish.min), highest);
  const sorted = cheapestFirst(offers, wish.budget);
  const wastes = (cap: number) => takeCheapest(offers, sorted, wish, cap).wastes;
  return wastes(lowest) ? Math.min(highest, largest(lowest, highest, wastes) + 1) : lowest;
}

/**
 * Chooses institutes one after another, each time the one that has the most seats for the money left (of equals the
 * cheapest), until the money left buys no seat of another one. Offers of all others lose their seats.
 */
function chosenInstitutes(offers: readonly Offer[], { budget, min, max }: Wish): Offer[] {
  const byInstitute = new Map<string, Offer[]>();
  for (const offer of offers) {
    if (offer.seats < 1 || offer.pricePaise < 1 || offer.pricePaise > budget) continue;
    const offersOfInstitute = byInstitute.get(offer.institute);
    if (offersOfInstitute) offersOfInstitute.push(offer);
    else byInstitute.set(offer.institute, [offer]);
  }
  const remaining = new Map(
    [...byInstitute].map(([institute, offersOf]) => [
      institute,
      offersOf.toSorted((a, b) => a.pricePaise - b.pricePaise),
    ]),
  );
  const chosen = new Set<string>();
  let rest = budget;
  for (;;) {
    let best: { institute: string; count: number; paise: number } | null = null;
    for (const [institute, own] of remaining) {
      const { count, paise } = affordable(own, rest, max);
      if (count < Math.max(1, min)) continue;
      if (best === null || count > best.count || (count === best.count && paise < best.paise))
        best = { institute, count, paise };
    }
    if (best === null) break;
    chosen.add(best.institute);
    remaining.delete(best.institute);
    rest -= best.paise;
  }
  return offers.map((offer) => (chosen.has(offer.institute) ? offer : { ...offer, seats: 0 }));
}

/** How many of the cheapest seats an amount buys, and for how much. */
function affordable(sorted: readonly Offer[], budget: number, max: number): { count: number; paise: number } {
  let count = 0;
  let paise = 0;
  for (const { pricePaise, seats } of sorted) {
    const taken = Math.min(seats, max - count, Math.floor((budget - paise) / pricePaise));
    if (taken < 1) break;
    count += taken;
    paise += taken * pricePaise;
  }
  return { count, paise };
}
