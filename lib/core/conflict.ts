const DEADLOCK = '40P01';
/** SQLSTATEs of a statement that another one got ahead of: unique violation, foreign key violation, deadlock. */
const CONFLICTS: readonly unknown[] = ['23505', '23503', DEADLOCK];

const sqlStateOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

/** True for a statement that Postgres rolled back to end a deadlock: it had no effect and can be run again. */
export const isDeadlock = (error: unknown): boolean => sqlStateOf(error) === DEADLOCK;

/** True for a statement that another one got ahead of. It had no effect; run again, it sees what the other one wrote or deleted. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes(sqlStateOf(error));

/**
 * Runs work again while it fails by a conflict or resolves to undefined, at most `attempts` times in all.
 * @param work is told which attempt it is, from 1
 * @returns the first result; undefined when the last attempt had none
 * @throws what the last attempt threw, and at once any error that is no conflict
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
