import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from './fill-budget';
import { AIMS, proposeParts, proposeSeats, type Wish } from './rules';

const wish = (changes: Partial<Wish>): Wish => ({
  budget: 100,
  aim: 'students',
  min: 1,
  max: Infinity,
  courses: 200,
  ...changes,
});
const offers: Offer[] = [
  { institute: 'a', pricePaise: 10, seats: 20 },
  { institute: 'b', pricePaise: 11, seats: 20 },
  { institute: 'c', pricePaise: 12, seats: 5 },
  { institute: 'd', pricePaise: 30, seats: 9 },
];
const seatsOf = (changes: Partial<Wish>, of = offers) => proposeSeats(of, wish(changes)).seats;

describe('proposeSeats', () => {
  test('students: the most seats', () => {
    expect(seatsOf({})).toEqual([10, 0, 0, 0]);
  });

  test('spread: no institute has more seats than the budget demands', () => {
    expect(seatsOf({ aim: 'spread', budget: 63 })).toEqual([1, 1, 1, 1]);
    expect(seatsOf({ aim: 'spread', budget: 75 })).toEqual([2, 2, 2, 0]);
    expect(proposeSeats(offers, wish({ aim: 'spread', budget: 75, max: 1 }))).toMatchObject({
      seats: [1, 1, 1, 1],
      paise: 63,
    });
  });

  test('concentrate: one institute if its seats are enough, then the next', () => {
    expect(seatsOf({ aim: 'concentrate', budget: 100 })).toEqual([10, 0, 0, 0]);
    expect(seatsOf({ aim: 'concentrate', budget: 96, max: 4 })).toEqual([4, 4, 1, 0]);
    // Both have 5 seats for the money; the cheaper one is chosen.
    const two = [
      { institute: 'x', pricePaise: 19, seats: 9 },
      { institute: 'y', pricePaise: 18, seats: 5 },
    ];
    expect(seatsOf({ aim: 'concentrate' }, two)).toEqual([0, 5]);
  });

  test('least: the lowest figure first, equal ones as for most students, those without one last', () => {
    const of: Offer[] = [
      { institute: 'a', pricePaise: 10, seats: 3, figure: 7.5 },
      { institute: 'b', pricePaise: 30, seats: 1, figure: 0.2 },
      { institute: 'c', pricePaise: 20, seats: 5, figure: 0.2 },
      { institute: 'd', pricePaise: 1, seats: 9, figure: null },
      { institute: 'e', pricePaise: 1, seats: 9 },
    ];
    const least = (budget: number, changes: Partial<Wish> = {}) => seatsOf({ aim: 'least', budget, ...changes }, of);
    expect(least(40)).toEqual([0, 0, 2, 0, 0]);
    expect(least(130)).toEqual([0, 1, 5, 0, 0]);
    expect(least(145)).toEqual([1, 1, 5, 5, 0]);
    expect(least(1000)).toEqual([3, 1, 5, 9, 9]);
    expect(least(1000, { courses: 3 })).toEqual([3, 1, 5, 0, 0]);
    // Without any figure it is as for most students.
    expect(seatsOf({ aim: 'least', budget: 100 })).toEqual(seatsOf({ budget: 100 }));
  });

  test('least: no seat where more arrives while one where less arrives could be paid for', () => {
    const offer = fc.record({
      institute: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      pricePaise: fc.integer({ min: 1, max: 40 }),
      seats: fc.integer({ min: 0, max: 6 }),
      figure: fc.option(fc.integer({ min: 0, max: 3 })),
    });
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 12 }), fc.integer({ min: 0, max: 600 }), (some, budget) => {
        const { seats } = proposeSeats(some, wish({ aim: 'least', budget }));
        const figureOf = (at: number) => some[at]!.figure ?? Infinity;
        for (const figure of new Set(some.map((_, at) => figureOf(at)))) {
          const spent = some.reduce(
            (sum, one, at) => (figureOf(at) <= figure ? sum + one.pricePaise * seats[at]! : sum),
            0,
          );
          const cheapest = Math.min(
            ...some.flatMap((one, at) => (figureOf(at) === figure && seats[at]! < one.seats ? one.pricePaise : [])),
          );
          expect(budget - spent).toBeLessThan(cheapest);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('has at most as many courses as allowed, and says how many seats more would be possible otherwise', () => {
    const small = Array.from({ length: 30 }, (_, at) => ({ institute: `s${at}`, pricePaise: 10, seats: 1 }));
    const large = Array.from({ length: 5 }, (_, at) => ({ institute: `l${at}`, pricePaise: 11, seats: 4 }));
    const proposal = proposeSeats([...small, ...large], wish({ budget: 220, courses: 5 }));
    expect(proposal.seats.filter((seats) => seats > 0)).toHaveLength(5);
    expect(proposal).toMatchObject({ count: 20, paise: 220, countBound: 20 });
    expect(proposeSeats(small, wish({ budget: 100, courses: 4 }))).toMatchObject({ count: 4, paise: 40 });
  });

  test('never costs more than the budget and keeps every limit', () => {
    const offer = fc.record({
      institute: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      pricePaise: fc.integer({ min: 0, max: 400 }),
      seats: fc.integer({ min: 0, max: 12 }),
    });
    const limits = fc.record({
      budget: fc.integer({ min: 0, max: 9000 }),
      aim: fc.constantFrom(...AIMS),
      min: fc.integer({ min: 1, max: 6 }),
      more: fc.integer({ min: 0, max: 9 }),
      courses: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 40 }), limits, (some, { more, ...rest }) => {
        const wanted = { ...rest, max: rest.min + more };
        const { seats, count, paise, countBound, paiseBound } = proposeSeats(some, wanted);
        expect(paise).toBe(some.reduce((sum, { pricePaise }, at) => sum + pricePaise * seats[at]!, 0));
        expect(count).toBe(seats.reduce((sum, own) => sum + own, 0));
        expect(paise).toBeLessThanOrEqual(wanted.budget);
        expect(count).toBeLessThanOrEqual(countBound);
        expect(paise).toBeLessThanOrEqual(paiseBound);
        expect(seats.filter((own) => own > 0).length).toBeLessThanOrEqual(wanted.courses);
        expect(some.every((own, at) => seats[at]! >= 0 && seats[at]! <= own.seats)).toBe(true);
        for (const name of new Set(some.map(({ institute }) => institute))) {
          const own = some.reduce((sum, { institute }, at) => (institute === name ? sum + seats[at]! : sum), 0);
          expect(own === 0 || (own >= wanted.min && own <= wanted.max)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('proposeParts', () => {
  const prices = (institute: string, ...of: number[]): Offer[] =>
    of.map((pricePaise) => ({ institute, pricePaise, seats: 1 }));

  test('what is left over goes to the first trade that can have more seats with it, then to the next', () => {
    const parts = [
      { offers: prices('a', 40, 45), share: 50 },
      { offers: prices('b', 30, 30, 30), share: 50 },
    ];
    // 50 buy one seat for 45, 50 one for 30: with the 25 that are left, the second trade can have two.
    expect(proposeParts(parts, wish({ budget: 100 }))).toMatchObject([
      { count: 1, paise: 45, budget: 50 },
      { count: 1, paise: 30, budget: 50 },
    ]);
    expect(proposeParts(parts, wish({ budget: 110 }))).toMatchObject([
      { count: 1, paise: 45, budget: 55 },
      { count: 2, paise: 60, budget: 65 },
    ]);
    expect(proposeParts(parts, wish({ budget: 130 }))).toMatchObject([{ count: 1 }, { count: 2 }]);
  });

  test('each trade has the best choice of its part, and all together keep the budget', () => {
    const offer = fc.record({
      institute: fc.constantFrom('a', 'b', 'c'),
      pricePaise: fc.integer({ min: 1, max: 60 }),
      seats: fc.integer({ min: 0, max: 6 }),
    });
    const offersOf = fc.array(offer, { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.tuple(offersOf, offersOf, offersOf),
        fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 49 })),
        fc.integer({ min: 1, max: 3000 }),
        (lists, [one, two], budget) => {
          const shares = [one, two, 100 - one - two];
          const wanted = wish({ budget });
          const filled = proposeParts(
            lists.map((of, at) => ({ offers: of, share: shares[at]! })),
            wanted,
          );
          const left = budget - filled.reduce((sum, { paise }) => sum + paise, 0);
          expect(left).toBeGreaterThanOrEqual(0);
          filled.forEach((part, at) => {
            expect(part.budget).toBeGreaterThanOrEqual(Math.floor((budget * shares[at]!) / 100));
            expect(part).toMatchObject(proposeSeats(lists[at]!, { ...wanted, budget: part.budget }));
            expect(part.countBound).toBe(part.count);
          });
        },
      ),
      { numRuns: 150 },
    );
  });
});
