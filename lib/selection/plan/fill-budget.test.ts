import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillBudget, type Offer, type SeatRange } from './fill-budget';

const WITHOUT_LIMITS: SeatRange = { min: 1, max: Infinity };

/** Tries every number of seats of every offer. */
function bruteForce(offers: readonly Offer[], budget: number, { min, max }: SeatRange) {
  let best = { count: 0, paise: 0 };
  const seats = offers.map(() => 0);
  const tryFrom = (at: number, count: number, paise: number) => {
    if (paise > budget) return;
    if (at === offers.length) {
      const better = count > best.count || (count === best.count && paise > best.paise);
      if (better && keeps(offers, seats, { min, max })) best = { count, paise };
      return;
    }
    const { pricePaise, seats: available } = offers[at]!;
    for (let own = 0; own <= available; own++) {
      seats[at] = own;
      tryFrom(at + 1, count + own, paise + own * pricePaise);
    }
    seats[at] = 0;
  };
  tryFrom(0, 0, 0);
  return best;
}

function keeps(offers: readonly Offer[], seats: readonly number[], { min, max }: SeatRange): boolean {
  const sums = new Map<string, number>();
  offers.forEach(({ institute }, at) => sums.set(institute, (sums.get(institute) ?? 0) + seats[at]!));
  return [...sums.values()].every((sum) => sum === 0 || (sum >= min && sum <= max));
}

function check(offers: readonly Offer[], budget: number, range: SeatRange, steps?: number) {
  const filling = fillBudget(offers, budget, range, steps);
  const paise = offers.reduce((sum, { pricePaise }, at) => sum + pricePaise * filling.seats[at]!, 0);
  expect(filling.paise).toBe(paise);
  expect(paise).toBeLessThanOrEqual(budget);
  expect(filling.count).toBe(filling.seats.reduce((sum, own) => sum + own, 0));
  expect(offers.every(({ seats }, at) => filling.seats[at]! >= 0 && filling.seats[at]! <= seats)).toBe(true);
  expect(keeps(offers, filling.seats, range)).toBe(true);
  return filling;
}

const PRIMES = [2, 3, 5, 7, 11, 13, 101, 103, 997];
const price = fc.oneof(
  fc.constantFrom(...PRIMES),
  fc.constantFrom(100, 150, 200, 500),
  fc.integer({ min: 1, max: 1200 }),
  fc.constant(5000),
);
const offer = fc.record({
  institute: fc.constantFrom('a', 'b', 'c'),
  pricePaise: price,
  seats: fc.integer({ min: 0, max: 4 }),
});
const range = fc.oneof(
  fc.constant(WITHOUT_LIMITS),
  fc.record({ min: fc.constant(1), max: fc.integer({ min: 1, max: 6 }) }),
  fc
    .record({
      min: fc.integer({ min: 2, max: 5 }),
      more: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 4 })),
    })
    .map(({ min, more }) => ({ min, max: min + more })),
);

describe('fillBudget', () => {
  test('is the best of all fillings: most seats, then least money left', () => {
    fc.assert(
      fc.property(
        fc.array(offer, { maxLength: 6 }),
        fc.integer({ min: 0, max: 4000 }),
        range,
        (offers, budget, limits) => {
          const { count, paise, countBound, paiseBound } = check(
            offers.map((one) => ({ ...one, seats: one.seats })),
            budget,
            limits,
          );
          expect({ count, paise }).toEqual(bruteForce(offers, budget, limits));
          expect({ countBound, paiseBound }).toEqual({ countBound: count, paiseBound: paise });
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('counts a seat once that an institute needs to reach its least number', () => {
    const offers = [
      { institute: 'c', pricePaise: 500, seats: 4 },
      { institute: 'a', pricePaise: 2, seats: 1 },
      { institute: 'a', pricePaise: 500, seats: 2 },
    ];
    const limits = { min: 2, max: Infinity };
    expect(check(offers, 2502, limits)).toMatchObject(bruteForce(offers, 2502, limits));
  });

  test('with too little time it still keeps the budget, and no filling exceeds its bounds', () => {
    const steps = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(
        fc.array(offer, { maxLength: 6 }),
        fc.integer({ min: 0, max: 4000 }),
        range,
        steps,
        (offers, budget, limits, few) => {
          const { count, paise, countBound, paiseBound } = check(offers, budget, limits, few);
          const best = bruteForce(offers, budget, limits);
          expect(best.count).toBeLessThanOrEqual(countBound);
          expect(count).toBeLessThanOrEqual(best.count);
          if (count < best.count) return;
          expect(best.paise).toBeLessThanOrEqual(paiseBound);
          expect(paise).toBeLessThanOrEqual(best.paise);
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('is better than taking the cheapest seats one by one', () => {
    const offers = [
      { institute: 'a', pricePaise: 3, seats: 2 },
      { institute: 'b', pricePaise: 5, seats: 2 },
    ];
    // Cheapest first: 3 + 3 + 5 = 11 of 13. Best: 3 + 5 + 5.
    expect(check(offers, 13, WITHOUT_LIMITS)).toMatchObject({ seats: [1, 2], count: 3, paise: 13 });
  });

  test('leaves out what has no price, no seats, or costs more than the budget', () => {
    const offers = [
      { institute: 'a', pricePaise: 0, seats: 9 },
      { institute: 'a', pricePaise: 7, seats: 0 },
      { institute: 'a', pricePaise: 70, seats: 1 },
    ];
    expect(fillBudget(offers, 50, WITHOUT_LIMITS)).toMatchObject({
      seats: [0, 0, 0],
      count: 0,
      paise: 0,
      countBound: 0,
    });
    expect(fillBudget([], 50, WITHOUT_LIMITS)).toMatchObject({ seats: [], count: 0 });
  });

  test('takes the second best institute if the best cannot have its least', () => {
    const offers = [
      { institute: 'a', pricePaise: 10, seats: 2 },
      { institute: 'b', pricePaise: 12, seats: 5 },
    ];
    expect(check(offers, 60, { min: 3, max: Infinity })).toMatchObject({ seats: [0, 5], count: 5 });
    expect(check(offers, 35, { min: 3, max: Infinity })).toMatchObject({ seats: [0, 0], count: 0 });
  });

  const random = (seed: number) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const catalogue = (courses: number, priceOf: (index: number, next: () => number) => number) => {
    const next = random(7);
    return Array.from({ length: courses }, (_, index) => ({
      institute: `i${Math.floor(index / 8)}`,
      pricePaise: priceOf(index, next),
      seats: 1 + Math.floor(next() * 60),
    }));
  };
  const PRICES = {
    '40 round prices': (index: number) => 12_000_00 + (index % 40) * 3_500_00,
    '40 odd prices': (index: number) => 12_000_11 + (index % 40) * 3_499_97 + ((index % 40) ** 2 % 97) * 13,
    '10,000 different prices': (index: number, next: () => number) =>
      12_000_00 + index + Math.floor(next() * 140_000) * 100,
  };
  test.each(Object.keys(PRICES) as (keyof typeof PRICES)[])(
    'fills 25 lakh to the paisa from 10,000 courses, %s',
    (kind) => {
      const offers = catalogue(10_000, PRICES[kind]);
      for (const limits of [WITHOUT_LIMITS, { min: 1, max: 1 }, { min: 1, max: 20 }, { min: 10, max: 25 }]) {
        const filling = check(offers, 25_00_000_00, limits);
        expect(filling.countBound).toBe(filling.count);
        // Of odd prices few sums exist, and with limits they are too many to try: the rest is then less than a seat costs.
        if (kind === '40 odd prices' && limits !== WITHOUT_LIMITS)
          expect(filling.paiseBound).toBeLessThanOrEqual(25_00_000_00);
        else expect(filling.paiseBound).toBe(filling.paise);
      }
    },
  );

  test('security 155: a budget that buys everything needs no search', () => {
    const offers = Array.from({ length: 400 }, (_, at) => ({
      institute: `i${at}`,
      pricePaise: 1_000_03 + at * 7,
      seats: 9,
    }));
    const { count, paise, countBound, paiseBound } = check(offers, 99_00_00_000_37, WITHOUT_LIMITS, 0);
    expect([count, countBound, paiseBound]).toEqual([3600, 3600, paise]);
  });
});
