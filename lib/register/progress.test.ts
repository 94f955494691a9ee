import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FEWEST_SHOWN, publish } from './progress';

const MEASURES = ['enrolled', 'left', 'attending', 'passed', 'completed', 'placed'] as const;
const SMALL = Array.from({ length: FEWEST_SHOWN }, (_, count) => count);

const line = fc
  .record({
    seats: fc.integer({ min: 1, max: 40 }),
    enrolled: fc.nat({ max: 40 }),
    left: fc.nat({ max: 12 }),
    ...{ attending: fc.option(fc.nat({ max: 40 })), passed: fc.option(fc.nat({ max: 40 })) },
    ...{ completed: fc.option(fc.nat({ max: 40 })), placed: fc.option(fc.nat({ max: 40 })) },
  })
  .map((counts) => {
    const enrolled = Math.min(counts.seats, counts.enrolled);
    const attending = counts.attending === null ? null : Math.min(enrolled, counts.attending);
    return { ...counts, enrolled, attending, begun: true };
  });

test('security 162: whatever is published together, every number below five stays as it was hidden', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const seen = JSON.stringify(publish(lines));
      for (const [index, counts] of lines.entries())
        for (const measure of MEASURES) {
          const number = counts[measure];
          if (number === null || number >= FEWEST_SHOWN) continue;
          // Whoever knows all other numbers exactly still cannot tell the hidden one from any other small number.
          for (const other of SMALL)
            expect(JSON.stringify(publish(lines.with(index, { ...counts, [measure]: other })))).toBe(seen);
        }
    }),
  );
});

const NONE = { left: 0, attending: null, passed: null, completed: null, placed: null };
const of = (seats: number, enrolled: number, more: Partial<Parameters<typeof publish>[0][number]> = {}) => ({
  ...{ seats, enrolled, begun: true, ...NONE },
  ...more,
});

test('a line is shown from five students on, and the sum says that it is a minimum', () => {
  expect(publish([of(20, 18), of(10, 5)])).toMatchObject({
    seats: 30,
    total: { enrolled: { count: 23, isMinimum: false }, attending: null },
  });
  expect(publish([of(20, 18, { left: 2 }), of(10, 4), of(3, 0, { begun: false })])).toEqual({
    lines: [
      { seats: 20, begun: true, enrolled: 18, waiting: 2, ...NONE, left: 'few' },
      { seats: 10, begun: true, enrolled: 'few', waiting: null, ...NONE, left: 'few' },
      { seats: 3, begun: false, enrolled: 0, waiting: 3, ...NONE },
    ],
    ...{ seats: 33, begun: true },
    total: { enrolled: { count: 18, isMinimum: true }, attending: null, passed: null, completed: null },
  });
});

test('what institutes report is shown and added up in the same way', () => {
  const { lines, total } = publish([
    of(20, 18, { attending: 17, passed: 16, completed: 12, placed: 9 }),
    of(10, 6, { attending: 4, passed: 5, completed: 0, placed: 0 }),
    of(10, 6),
  ]);
  expect(lines.map(({ attending, passed, completed, placed }) => [attending, passed, completed, placed])).toEqual([
    [17, 16, 12, 9],
    ['few', 5, 'few', 'few'],
    [null, null, null, null],
  ]);
  expect(total).toMatchObject({
    attending: { count: 17, isMinimum: true },
    passed: { count: 21, isMinimum: false },
    completed: { count: 12, isMinimum: true },
  });
});
