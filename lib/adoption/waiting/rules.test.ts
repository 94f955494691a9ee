import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offerSeats, type Waiter } from './rules';

const waiter = (id: string, seats: number, minSeats: number, courseId: string | null = 'a'): Waiter => ({
  id,
  courseId,
  seats,
  minSeats,
});
const offered = (free: Record<string, number>, waiters: Waiter[]) =>
  offerSeats(new Map(Object.entries(free)), waiters).map(({ id, lines }) => [
    id,
    ...lines.map(({ courseId, seats }) => `${courseId}${seats}`),
  ]);

describe('free seats are offered in the order of the list', () => {
  test('the first gets what it wants, the next what is left', () => {
    expect(offered({ a: 5 }, [waiter('one', 3, 1), waiter('two', 4, 1), waiter('three', 1, 1)])).toEqual([
      ['one', 'a3'],
      ['two', 'a2'],
    ]);
  });

  test('a minimum that does not fit is passed over', () => {
    expect(offered({ a: 5 }, [waiter('large', 30, 20), waiter('small', 2, 2)])).toEqual([['small', 'a2']]);
    expect(offered({ a: 4 }, [waiter('large', 30, 5), waiter('small', 9, 4)])).toEqual([['small', 'a4']]);
  });

  test('a request of the branch gets seats of few institutes', () => {
    expect(offered({ a: 2, b: 5, c: 4 }, [waiter('any', 8, 8, null), waiter('only', 1, 1, 'a')])).toEqual([
      ['any', 'b5', 'c3'],
      ['only', 'a1'],
    ]);
  });
});

test('whatever waits: no seat is offered twice, nobody gets less than the minimum or more than wanted, and only those who do not fit are passed over', () => {
  const course = fc.constantFrom('a', 'b', 'c');
  const free = fc.dictionary(course, fc.nat(12), { noNullPrototype: true });
  const waiters = fc.array(
    fc
      .record({ courseId: fc.option(course), seats: fc.integer({ min: 1, max: 15 }), less: fc.nat(14) })
      .map(({ less, ...rest }) => ({ ...rest, minSeats: Math.max(1, rest.seats - less) })),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(free, waiters, (seats, list) => {
      const named = list.map((one, at) => ({ ...one, id: String(at) }));
      const offers = offerSeats(new Map(Object.entries(seats)), named);
      const left = new Map(Object.entries(seats));
      for (const one of named) {
        const offer = offers.find(({ id }) => id === one.id);
        const fitting = [...left].filter(([id]) => one.courseId === null || one.courseId === id);
        const sum = fitting.reduce((all, [, count]) => all + count, 0);
        const count = offer?.lines.reduce((all, line) => all + line.seats, 0) ?? 0;
        expect(count).toBe(sum >= one.minSeats ? Math.min(one.seats, sum) : 0);
        for (const line of offer?.lines ?? []) {
          expect(fitting.map(([id]) => id)).toContain(line.courseId);
          expect(line.seats).toBeGreaterThan(0);
          left.set(line.courseId, left.get(line.courseId)! - line.seats);
          expect(left.get(line.courseId)).toBeGreaterThanOrEqual(0);
        }
      }
      expect(offers.map(({ id }) => Number(id))).toEqual(offers.map(({ id }) => Number(id)).toSorted((a, b) => a - b));
    }),
  );
});
