import 'server-only';
import { createHash } from 'node:crypto';

/** Places of a sample: a tenth of the students, at least 5 and at most 30 of them. */
export const sampleSize = (students: number): number => Math.min(students, Math.max(5, Math.ceil(students / 10)), 30);

/**
 * Draws a sample of places. Whoever has the seed and the places can repeat it: those with the smallest SHA-256 hashes of
 * 'seed|reference|place' are in it.
 * @param seed random, so that nobody can choose the sample
 * @param places with the reference of their adoption
 * @returns as many as sampleSize says, in the order of the hashes
 */
export function drawSample<Place extends { reference: string; place: number }>(
  seed: string,
  places: readonly Place[],
): Place[] {
  const keyed = places.map((each) => ({
    each,
    key: createHash('sha256').update(`${seed}|${each.reference}|${each.place}`).digest('hex'),
  }));
  return keyed
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, sampleSize(places.length))
    .map(({ each }) => each);
}
