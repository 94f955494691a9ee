import type { AttentionCounts } from './schema';

/** Returns the number of items of all kinds. */
export const totalOf = (counts: AttentionCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
