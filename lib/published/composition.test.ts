import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GROUPS } from '@/db/schema/report-kinds';
import { groupBy } from '@/lib/platform/group-by';
import { publishComposition, stateOfComposition, type Composition, type GroupCounts } from './composition';
import { publish, sumOf, type LineCounts } from './progress';

const NONE = { women: null, sc: null, st: null, obc: null };
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Every way in which so many students can be in the groups. */
const worldsOf = (students: number): Record<keyof GroupCounts, number>[] =>
  range(0, students).flatMap((sc) =>
    range(0, students - sc).flatMap((st) =>
      range(0, students - sc - st).flatMap((obc) => range(0, students).map((women) => ({ women, sc, st, obc }))),
    ),
  );

/** The numbers of few that must not follow: of each group, of those who are not in it, and of those in no category. */
const cellsOf = (students: number, { women, sc, st, obc }: Record<keyof GroupCounts, number>) => ({
  women,
  men: students - women,
  sc,
  st,
  obc,
  others: students - sc - st - obc,
});

test('security 162: of no number of students the totals of groups tell how many a few are, nor do any two of them', () => {
  for (const students of range(1, 12)) {
    const looks = groupBy(worldsOf(students), (world) =>
      JSON.stringify(
        publishComposition({ ...world, students, state: stateOfComposition([{ seats: students, students }], null) }),
      ),
    );
    for (const [look, same] of looks) {
      const cells = same.map((world) => cellsOf(students, world));
      for (const name of ['women', 'men', 'sc', 'st', 'obc', 'others'] as const) {
        const values = new Set(cells.map((cell) => cell[name]));
        const isKnown = values.size === 1;
        const [value] = values;
        expect(isKnown && value! > 0 && value! < 5, `${name} of ${students}: ${look}`).toBe(false);
      }
    }
  }
});

test('control: without hiding SC, ST and OBC together, the smallest follows from the others', () => {
  const alone = (of: Composition, count: number) => (count >= 5 ? { ...of.sc!, says: 'exactly', count } : null);
  const world = { women: 10, sc: 3, st: 6, obc: 5 };
  const told = publishComposition({ ...world, students: 20, state: 'told' });
  expect([told.sc, told.st, told.obc].map((part) => part!.says)).toEqual(['entered', 'entered', 'entered']);
  const each = [alone(told, world.st), alone(told, world.obc), alone(told, 20 - 14)];
  expect(20 - each.reduce((sum, part) => sum + part!.count, 0)).toBe(world.sc);
});

/** Two lines of an offer of two sponsors, and the groups of all their students. */
const offers = fc
  .record({ own: fc.integer({ min: 1, max: 8 }), other: fc.integer({ min: 1, max: 8 }) })
  .chain(({ own, other }) =>
    fc.record({
      seats: fc.constant([own, other] as const),
      students: fc.tuple(fc.integer({ min: 0, max: own }), fc.integer({ min: 0, max: other })),
      women: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  );

test('security 162: no total limits a number of students that is hidden, even for who knows all of the own line', () => {
  fc.assert(
    fc.property(offers, fc.boolean(), ({ seats, students, women: part }, knowsOwn) => {
      const lineOf = (of: number, enrolled: number): LineCounts => ({
        ...{ seats: of, enrolled, state: 'reported', result: null, placed: null },
        attending: { count: enrolled, total: enrolled },
      });
      const seen = ([a, b]: readonly [number, number], women: number) => {
        const lines = publish([lineOf(seats[0], a), lineOf(seats[1], b)]);
        const state = stateOfComposition(
          [
            { seats: seats[0], students: a },
            { seats: seats[1], students: b },
          ],
          null,
        );
        const composition = publishComposition({ ...NONE, women, students: a + b, state });
        return JSON.stringify([lines[0], sumOf(lines.map(({ enrolled }) => enrolled!)), composition, knowsOwn && a]);
      };
      const actual = seen(students, Math.floor(part * (students[0] + students[1])));
      const withWomen = range(0, seats[0]).flatMap((a) =>
        range(0, seats[1]).flatMap((b) => (range(0, a + b).some((women) => seen([a, b], women) === actual) ? [b] : [])),
      );
      const withoutTotals = ([a, b]: readonly [number, number]) =>
        JSON.stringify(publish([lineOf(seats[0], a), lineOf(seats[1], b)])[1]);
      const isHidden = publish([lineOf(seats[1], students[1])])[0]!.enrolled!.says !== 'exactly';
      const possible = range(0, seats[1]).filter((b) => withoutTotals([students[0], b]) === withoutTotals(students));
      if (isHidden) expect([...new Set(withWomen)].filter((b) => possible.includes(b))).toEqual(possible);
    }),
    { numRuns: 300 },
  );
});

test('totals that were told and are corrected are not told again, whatever is stated then', () => {
  const lines = [{ seats: 20, students: 20 }];
  expect(stateOfComposition(lines, null)).toBe('told');
  expect(stateOfComposition(lines, 'untold')).toBe('told');
  expect(stateOfComposition(lines, 'told')).toBe('withdrawn');
  expect(stateOfComposition(lines, 'withdrawn')).toBe('withdrawn');
  expect(stateOfComposition([...lines, { seats: 10, students: 9 }], null)).toBe('untold');
  expect(stateOfComposition([{ seats: 4, students: 4 }], null)).toBe('untold');
  const withdrawn = publishComposition({ women: 11, sc: 5, st: 5, obc: 5, students: 20, state: 'withdrawn' });
  expect(GROUPS.map((group) => withdrawn[group]!.says)).toEqual(Array(4).fill('entered'));
});

test('what is not stated is not 0, and the rest of it still hides the others', () => {
  const of = (counts: Partial<GroupCounts>) => publishComposition({ ...NONE, ...counts, students: 20, state: 'told' });
  expect(of({ sc: 0 })).toMatchObject({ women: null, st: null, sc: { says: 'exactly', count: 0, of: 20 } });
  expect(of({ sc: 6, st: 11 })).toMatchObject({ sc: { says: 'entered', of: 0 }, st: { says: 'entered', of: 0 } });
  expect(of({ women: 18 }).women).toMatchObject({ says: 'nearlyAll', count: 0, of: 20 });
});
