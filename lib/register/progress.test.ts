import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FEWEST_SHOWN, publish } from './progress';

const line = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.nat({ max: 40 }))
  .map(([seats, students]) => ({ seats, enrolled: Math.min(seats, students), begun: true }));

test('security 162: whatever is published together, every number below five stays as it was hidden', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (counts) => {
      const seen = JSON.stringify(publish(counts));
      for (const [index, { seats, enrolled }] of counts.entries()) {
        if (enrolled >= FEWEST_SHOWN) continue;
        // Whoever knows all other lines exactly still cannot tell the hidden one from any other small number.
        for (let other = 0; other < Math.min(FEWEST_SHOWN, seats + 1); other++)
          expect(JSON.stringify(publish(counts.with(index, { seats, enrolled: other, begun: true })))).toBe(seen);
      }
    }),
  );
});

test('a line is shown from five students on, and the sum says that it is a minimum', () => {
  const of = (seats: number, enrolled: number, begun = true) => ({ seats, enrolled, begun });
  expect(publish([of(20, 18), of(10, 5)])).toMatchObject({ seats: 30, enrolled: 23, isMinimum: false });
  expect(publish([of(20, 18), of(10, 4), of(3, 0, false)])).toEqual({
    lines: [
      { seats: 20, begun: true, enrolled: 18 },
      { seats: 10, begun: true, enrolled: null },
      { seats: 3, begun: false, enrolled: 0 },
    ],
    ...{ seats: 33, begun: true, enrolled: 18, isMinimum: true },
  });
});
