import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupBy } from '@/lib/platform/group-by';
import { exactCount, publish, sumOf, tell, totalOf, type LineCounts, type LineProgress } from './progress';

/** The counts of a line of so many seats: students, as many in the report, and those who attend. */
type World = { enrolled: number; attending: number };
const lineOf = (seats: number, { enrolled, attending }: World): LineCounts => ({
  ...{ seats, enrolled, state: 'reported', result: null, placed: null },
  attending: { count: attending, total: enrolled },
});
const range = (to: number) => Array.from({ length: to + 1 }, (_, index) => index);
const worldsOf = (seats: number): World[] =>
  range(seats).flatMap((enrolled) => range(enrolled).map((attending) => ({ enrolled, attending })));

/** The hidden numbers of a line: those that its published parts do not tell. One empty seat says nothing about a person. */
function hiddenOf(seats: number, world: World): [name: string, number: (world: World) => number][] {
  const [line] = publish([lineOf(seats, world)]);
  const missing = world.enrolled - world.attending;
  const isKnown = (part: LineProgress['enrolled']) => part?.says === 'exactly';
  return [
    ...(isKnown(line!.enrolled) ? [] : [['enrolled', ({ enrolled }: World) => enrolled] as const]),
    ...(line!.attending === null || isKnown(line!.attending)
      ? []
      : [['attending', ({ attending }: World) => attending] as const]),
    // Those who do not attend, if they are few.
    ...(missing > 0 && missing < 5
      ? [['missing', ({ enrolled, attending }: World) => enrolled - attending] as const]
      : []),
  ].map(([name, number]) => [name, number]);
}

test('security 162: every line leaves at least two values for each hidden number, and all that its word allows', () => {
  for (const seats of [...range(14).slice(1), 20, 23]) {
    const worlds = worldsOf(seats);
    const seen = (world: World) => JSON.stringify(publish([lineOf(seats, world)]));
    const looks = groupBy(worlds, seen);
    for (const same of looks.values()) {
      const [line] = publish([lineOf(seats, same[0]!)]);
      for (const [name, number] of same.flatMap((world) => hiddenOf(seats, world))) {
        const values = new Set(same.map(number));
        expect(values.size, `${name} of ${JSON.stringify(line)}`).toBeGreaterThan(1);
      }
      const { enrolled, attending } = line!;
      const allowed = ({ of, says }: { of: number; says: string }) =>
        range(of).filter((count) => tell({ count, total: of }).says === says);
      if (enrolled!.says !== 'exactly')
        expect([...new Set(same.map((world) => world.enrolled))].sort((a, b) => a - b)).toEqual(allowed(enrolled!));
      if (attending && attending.says !== 'exactly' && attending.says !== 'entered')
        expect([...new Set(same.map((world) => world.attending))].sort((a, b) => a - b)).toEqual(allowed(attending));
    }
  }
});

/** Two sponsors at one institute, with one or two lines each. */
const institute = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.option(fc.integer({ min: 1, max: 4 })))
  .chain(([own, other, third]) =>
    fc.record({
      lines: fc.constant([
        { seats: own, sponsor: 'A' },
        { seats: other, sponsor: 'B' },
        ...(third === null ? [] : [{ seats: third, sponsor: 'A' }]),
      ]),
      picks: fc.tuple(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
      ),
    }),
  );

/** Everything that a sponsor sees: its lines and their sum, those of the institute, and, if it knows them, its own counts. */
type Sums = (lines: readonly LineCounts[]) => unknown;
const asPublished: Sums = (lines) => totalOf(publish(lines));
/** The control: sums of the exact counts, told by the same rule. */
const exactSums: Sums = (lines) => [
  tell({
    count: lines.reduce((all, { enrolled }) => all + enrolled, 0),
    total: lines.reduce((all, { seats }) => all + seats, 0),
  }),
  tell({
    count: lines.reduce((all, { attending }) => all + attending!.count, 0),
    total: lines.reduce((all, { attending }) => all + attending!.total, 0),
  }),
];

/** Returns whether a sponsor can compute a hidden number of a line from everything that it sees. */
function isComputed(
  lines: readonly { seats: number; sponsor: string }[],
  actual: readonly World[],
  sumsOf: Sums,
  knowsOwn: boolean,
): boolean {
  const isOwn = (index: number) => lines[index]!.sponsor === 'A';
  const seen = (worlds: readonly World[]) => {
    const counts = worlds.map((world, index) => lineOf(lines[index]!.seats, world));
    const own = counts.filter((_, index) => isOwn(index));
    return JSON.stringify([publish(own), sumsOf(own), sumsOf(counts), knowsOwn && own]);
  };
  const worlds = lines.reduce<World[][]>(
    (all, { seats }) => all.flatMap((before) => worldsOf(seats).map((world) => [...before, world])),
    [[]],
  );
  const look = seen(actual);
  const same = worlds.filter((world) => seen(world) === look);
  return lines.some(
    ({ seats }, index) =>
      !(knowsOwn && isOwn(index)) &&
      hiddenOf(seats, actual[index]!).some(
        ([, number]) => new Set(same.map((world) => number(world[index]!))).size < 2,
      ),
  );
}

test('security 162: no sponsor computes a hidden number, even of another one and knowing its own; by exact sums it would', () => {
  let computed = 0;
  fc.assert(
    fc.property(institute, fc.boolean(), ({ lines, picks }, knowsOwn) => {
      const actual = lines.map(({ seats }, index) => {
        const worlds = worldsOf(seats);
        return worlds[Math.floor(picks[index]! * worlds.length)]!;
      });
      expect(isComputed(lines, actual, asPublished, knowsOwn)).toBe(false);
      if (isComputed(lines, actual, exactSums, knowsOwn)) computed++;
    }),
    { numRuns: 30 },
  );
  expect(computed).toBeGreaterThan(0);
});

const NONE = { attending: null, result: null, placed: null };
const of = (seats: number, enrolled: number, more: Partial<LineCounts> = {}): LineCounts => ({
  ...{ seats, enrolled, state: 'reported', ...NONE },
  ...more,
});
const part = (says: string, total: number, count = 0) => ({ says, count, of: total, lines: 1 });

test.each([
  [20, 20, 'exactly'],
  [20, 19, 'nearlyAll'],
  [20, 16, 'nearlyAll'],
  [20, 15, 'exactly'],
  [20, 5, 'exactly'],
  [20, 4, 'few'],
  [20, 0, 'exactly'],
  [10, 9, 'nearlyAll'],
  [9, 4, 'few'],
  [5, 3, 'nearlyAll'],
  [5, 2, 'few'],
  [4, 4, 'exactly'],
  [4, 3, 'entered'],
  [3, 0, 'entered'],
  [1, 1, 'exactly'],
  [1, 0, 'exactly'],
])('of %i seats %i have a student: %s', (seats, enrolled, says) => {
  expect(publish([of(seats, enrolled)])[0]!.enrolled).toEqual(part(says, seats, says === 'exactly' ? enrolled : 0));
});

test.each([
  // Of a told number of students.
  [10, 10, 9, 'nearlyAll', 10],
  [20, 12, 12, 'exactly', 12],
  [20, 12, 10, 'nearlyAll', 12],
  [20, 12, 7, 'exactly', 12],
  [20, 12, 0, 'exactly', 12],
  [4, 4, 3, 'entered', 4],
  [1, 1, 1, 'entered', 1],
  // Of a hidden one: of the seats.
  [20, 18, 17, 'nearlyAll', 20],
  [20, 18, 15, 'exactly', 20],
  [20, 18, 3, 'few', 20],
  [8, 7, 0, 'exactly', 8],
  [3, 0, 0, 'entered', 3],
])('on %i seats with %i students %i attend and complete: %s of %i', (seats, total, count, says, base) => {
  const counts = { attending: { count, total }, result: { is: 'completed' as const, count, total } };
  const told = part(says, base, says === 'exactly' ? count : 0);
  expect(publish([of(seats, total, counts)])[0]).toMatchObject({
    attending: told,
    result: { is: 'completed', ...told },
  });
});

test('of those who found a place after the course no number limits a hidden one', () => {
  const placed = (count: number, total: number, result: LineCounts['result'] = null) =>
    publish([of(20, 20, { placed: { count, total }, result })])[0]!.placed;
  const isTold = { is: 'completed', count: 20, total: 20 } as const;
  expect(placed(12, 20, isTold)).toEqual({ says: 'exactly', count: 12 });
  expect(placed(12, 20)).toEqual({ says: 'entered', count: 0 });
  expect(placed(20, 20)).toEqual({ says: 'all', count: 0 });
  expect(placed(18, 20)).toEqual({ says: 'nearlyAll', count: 0 });
  expect(placed(1, 1)).toEqual({ says: 'entered', count: 0 });
});

test('what nobody reported is named apart and in no sum', () => {
  const lines = publish([
    of(20, 15, { attending: { count: 15, total: 15 }, result: { is: 'passed', count: 10, total: 15 } }),
    of(10, 9, { result: { is: 'completed', count: 9, total: 9 } }),
    of(30, 29),
    of(5, 0, { state: 'due' }),
    of(242, 0, { state: 'outside' }),
  ]);
  const total = totalOf(lines);
  expect(total).toEqual({
    ...{ seats: 307, reported: 60, due: 5, outside: 242 },
    enrolled: [part('exactly', 20, 15), { says: 'nearlyAll', count: 0, of: 40, lines: 2 }],
    attending: [part('exactly', 15, 15)],
    passed: [part('exactly', 15, 10)],
    completed: [part('nearlyAll', 10)],
  });
  expect(lines.slice(3).map(({ enrolled }) => enrolled)).toEqual([null, null]);
  expect([exactCount(total.enrolled), exactCount(total.passed), exactCount(sumOf([]))]).toEqual([null, 10, null]);
});
