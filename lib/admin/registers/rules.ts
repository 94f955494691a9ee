import type { SeriesCheck } from './schema';

/** Returns how many numbers have no paper. */
export const missingCount = (checks: readonly SeriesCheck[]): number =>
  checks.reduce((sum, { taken, count }) => sum + taken - count, 0);

/** Returns the number of entries of all states. */
export const sumCounts = (sums: readonly { count: number }[]): number =>
  sums.reduce((sum, { count }) => sum + count, 0);
