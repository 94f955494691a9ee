import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offerSeats, type Waiter } from './rules';
import { ownWaitingSchema, waitingCodeSchema, waitingSchema } from './schema';

const waiter = (id: string, seats: number, minSeats: number, courses = ['a'], company = id): Waiter => ({
  ...{ id, company, courses },
  ...{ seats, minSeats },
});
const offered = (free: Record<string, number>, waiters: Waiter[], most = 9) =>
  offerSeats(new Map(Object.entries(free)), waiters, new Map(waiters.map(({ company }) => [company, most]))).map(
    ({ id, lines }) => [id, ...lines.map(({ courseId, seats }) => `${courseId}${seats}`)],
  );

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

  test('a company gets no more offers than it can have, and those behind it are not blocked', () => {
    const of = (company: string, id: string) => waiter(id, 1, 1, ['a'], company);
    const waiters = [of('x', 'one'), of('x', 'two'), of('x', 'three'), of('y', 'four')];
    expect(offered({ a: 9 }, waiters, 2).map(([id]) => id)).toEqual(['one', 'two', 'four']);
    expect(offered({ a: 9 }, waiters, 0)).toEqual([]);
  });

  test('a request of the branch gets seats of few institutes', () => {
    expect(offered({ a: 2, b: 5, c: 4 }, [waiter('any', 8, 8, ['a', 'b', 'c']), waiter('only', 1, 1)])).toEqual([
      ['any', 'b5', 'c3'],
      ['only', 'a1'],
    ]);
  });
});

test('whatever waits: no seat is offered twice, nobody gets less than the minimum or more than wanted, and only those who do not fit, or whose company has its most offers, are passed over', () => {
  const course = fc.constantFrom<string>('a', 'b', 'c');
  const free = fc.dictionary(course, fc.nat(12), { noNullPrototype: true });
  const waiters = fc.array(
    fc
      .record({
        courses: fc.uniqueArray(course),
        company: fc.constantFrom('x', 'y'),
        seats: fc.integer({ min: 1, max: 15 }),
        less: fc.nat(14),
      })
      .map(({ less, ...rest }) => ({ ...rest, minSeats: Math.max(1, rest.seats - less) })),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(free, waiters, fc.nat(3), (seats, list, most) => {
      const named = list.map((one, at) => ({ ...one, id: String(at) }));
      const offers = offerSeats(
        new Map(Object.entries(seats)),
        named,
        new Map([
          ['x', most],
          ['y', most],
        ]),
      );
      const made = { x: 0, y: 0 };
      const left = new Map(Object.entries(seats));
      for (const one of named) {
        const offer = offers.find(({ id }) => id === one.id);
        const fitting = [...left].filter(([id]) => one.courses.includes(id));
        const sum = fitting.reduce((all, [, count]) => all + count, 0);
        const count = offer?.lines.reduce((all, line) => all + line.seats, 0) ?? 0;
        const fits = sum >= one.minSeats && made[one.company] < most;
        expect(count).toBe(fits ? Math.min(one.seats, sum) : 0);
        if (fits) made[one.company] += 1;
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

test('a minimum above the wish is refused at its field, whoever asks', () => {
  const wish = { course_id: '0b0f8a52-3c55-4c5e-9d0a-6d3a1f3f7f10', scope: 'course', seats: 4, min_seats: 5 };
  const [email, otp] = ['asha@works.example', '123456'];
  for (const [schema, body] of [
    [ownWaitingSchema, wish],
    [waitingCodeSchema, { ...wish, email }],
    [waitingSchema, { ...wish, email, otp }],
  ] as const) {
    expect(schema.safeParse(body).error?.issues).toMatchObject([{ message: 'waiting.min_above', path: ['min_seats'] }]);
    expect(schema.safeParse({ ...body, min_seats: 4 }).success).toBe(true);
  }
});
