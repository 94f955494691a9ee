import { databaseErrorOf } from './errors';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
/** SQLSTATEs of a conflict with a concurrent statement, where unique and foreign key violations can be ones, too. */
const CONFLICTS: readonly unknown[] = ['23505', '23503', DEADLOCK, SERIALIZATION_FAILURE];

/** True for a statement that Postgres rolled back to end a deadlock: it had no effect and can be retried. */
export const isDeadlock = (error: unknown): boolean => databaseErrorOf(error).code === DEADLOCK;

/** True for a statement that failed because of a concurrent one. It had no effect; a retry sees the other's changes. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes(databaseErrorOf(error).code);

/**
 * Retries work that fails with a conflict or resolves to undefined, up to `attempts` times in total.
 * @param work receives the number of the attempt, from 1
 * @returns the first result; undefined if the last attempt had none
 * @throws the error of the last attempt; any error that is no conflict at once
 */
export async function retryOnConflict<T>(
  attempts: number,
  work: (attempt: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      const result = await work(attempt);
      if (result !== undefined) return result;
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
    }
  }
  return undefined;
}
