import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FEWEST_SHOWN, publish, stateOf, totalOf, type LineCounts } from './progress';

const line = fc
  .record({
    seats: fc.integer({ min: 1, max: 40 }),
    enrolled: fc.nat({ max: 40 }),
    attending: fc.option(fc.nat({ max: 40 })),
    is: fc.constantFrom('passed' as const, 'completed' as const),
    count: fc.option(fc.nat({ max: 40 })),
    placed: fc.option(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }))),
  })
  .map(({ seats, is, count, placed, ...given }): LineCounts => {
    const enrolled = Math.min(seats, given.enrolled);
    return {
      ...{ seats, enrolled, begun: true },
      attending: given.attending === null ? null : Math.min(enrolled, given.attending),
      result: count === null ? null : { is, count: Math.min(enrolled, count) },
      placed: placed && { count: placed[0], total: placed[0] + placed[1] },
    };
  });

/** The other parts of as many students that must look the same as a small part or a small rest. */
function alike(count: number, total: number): number[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (total < FEWEST_SHOWN) return range(0, total);
  if (count === total) return [];
  if (count < FEWEST_SHOWN) return range(0, Math.min(total - 1, FEWEST_SHOWN - 1));
  return total - count < FEWEST_SHOWN ? range(total - FEWEST_SHOWN + 1, total - 1) : [];
}

test('security 162: whatever is published together, every small number stays as it was hidden', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const seen = (given: typeof lines) => JSON.stringify([publish(given), totalOf(publish(given))]);
      // Whoever knows all other numbers exactly still cannot tell a small one from any other small one.
      const expectSame = (index: number, changes: Partial<LineCounts>) =>
        expect(seen(lines.with(index, { ...lines[index]!, ...changes }))).toBe(seen(lines));
      for (const [index, { seats, enrolled, attending, result, placed }] of lines.entries()) {
        if (enrolled < FEWEST_SHOWN)
          for (let other = 0; other < Math.min(FEWEST_SHOWN, seats + 1); other++)
            expectSame(index, {
              enrolled: other,
              attending: attending && Math.min(attending, other),
              result: result && { ...result, count: Math.min(result.count, other) },
            });
        if (attending !== null) for (const other of alike(attending, enrolled)) expectSame(index, { attending: other });
        if (result)
          for (const other of alike(result.count, enrolled)) expectSame(index, { result: { ...result, count: other } });
        if (placed)
          for (const other of alike(placed.count, placed.total))
            expectSame(index, { placed: { ...placed, count: other } });
      }
    }),
    { numRuns: 300 },
  );
});

const NONE = { attending: null, result: null, placed: null };
const of = (seats: number, enrolled: number, more: Partial<LineCounts> = {}) => ({
  ...{ seats, enrolled, begun: true, ...NONE },
  ...more,
});

test('a line is shown from five students on, and the sum says that it is a minimum', () => {
  expect(totalOf(publish([of(20, 18), of(10, 5)]))).toMatchObject({
    seats: 30,
    enrolled: 23,
    isMinimum: false,
    attending: null,
  });
  const lines = publish([of(20, 18), of(10, 4), of(3, 0, { begun: false })]);
  expect(lines).toEqual([
    { seats: 20, begun: true, enrolled: 18, ...NONE },
    { seats: 10, begun: true, enrolled: null, ...NONE },
    { seats: 3, begun: false, enrolled: 0, ...NONE },
  ]);
  expect(totalOf(lines)).toMatchObject({ seats: 33, begun: true, enrolled: 18, isMinimum: true });
  expect(lines.map(stateOf)).toEqual(['some', 'few', 'none']);
  expect([stateOf(totalOf(lines)), stateOf(totalOf(lines.slice(1)))]).toEqual(['atLeast', 'hidden']);
});

test.each([
  [20, 18, { says: 'atLeast', count: 16 }],
  [20, 16, { says: 'atLeast', count: 16 }],
  [20, 15, { says: 'exactly', count: 15 }],
  [18, 18, { says: 'exactly', count: 18 }],
  [18, 4, { says: 'few', count: 0 }],
  [9, 5, { says: 'atLeast', count: 5 }],
  [8, 5, { says: 'hidden', count: 0 }],
  [8, 3, { says: 'hidden', count: 0 }],
  [4, 4, { says: 'few', count: 0 }],
] as const)('of %i students %i: %o', (enrolled, count, part) => {
  const counts = { attending: count, result: { is: 'completed' as const, count }, placed: { count, total: enrolled } };
  const [line] = publish([of(20, enrolled, counts)]);
  expect(line).toMatchObject({ attending: part, result: { is: 'completed', ...part }, placed: part });
});

test('what institutes report is added up from what is shown', () => {
  const lines = publish([
    of(20, 20, { attending: 20, result: { is: 'passed', count: 18 } }),
    of(10, 10, { attending: 4, result: { is: 'completed', count: 5 } }),
    of(10, 6),
  ]);
  expect(totalOf(lines)).toMatchObject({
    attending: { count: 20, isMinimum: true },
    passed: { count: 16, isMinimum: true },
    completed: { count: 5, isMinimum: false },
  });
});
