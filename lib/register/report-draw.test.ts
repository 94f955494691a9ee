import { expect, test } from 'vitest';
import { drawSample, sampleSize } from './report-draw';

const places = Array.from({ length: 120 }, (_, index) => ({ reference: `SA-${index % 7}`, place: index + 1 }));

test('a sample has a tenth of the places, at least five and at most thirty', () => {
  expect([0, 3, 5, 40, 51, 120, 5_000].map(sampleSize)).toEqual([0, 3, 5, 5, 6, 12, 30]);
});

test('the same seed draws the same places in whichever order they come, another seed others', () => {
  const drawn = drawSample('one', places);
  expect(drawn.length).toBe(12);
  expect(new Set(drawn).size).toBe(12);
  expect(drawSample('one', [...places].reverse())).toEqual(drawn);
  expect(drawSample('two', places)).not.toEqual(drawn);
});

test('every place is drawn about as often as any other', () => {
  const counts = new Map<number, number>();
  for (let seed = 0; seed < 400; seed++)
    for (const { place } of drawSample(String(seed), places)) counts.set(place, (counts.get(place) ?? 0) + 1);
  // 40 are expected; the standard deviation is 6.
  for (const { place } of places) expect(counts.get(place) ?? 0, String(place)).toBeGreaterThan(15);
});
