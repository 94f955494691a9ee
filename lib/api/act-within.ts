import 'server-only';
import { STATEMENT_MS } from '@/db/client';
import { stoppable } from '@/db/work';
import { DeadlineError, withDeadline } from '@/lib/platform/deadline';

/** Runs work. Throws DeadlineError after some milliseconds; the work goes on. */
export const answerWithin = <T>(work: () => Promise<T>, milliseconds: number): Promise<T> =>
  withDeadline(work(), milliseconds);

/**
 * Like answerWithin, but DeadlineError means that nothing was done, as far as can be known: after the deadline no
 * statement begins, and one that was sent is waited for, as it may have its effect. What earlier statements of the work
 * wrote stays.
 */
export async function actWithin<T>(work: () => Promise<T>, milliseconds: number): Promise<T> {
  const { result, stop } = stoppable(work);
  try {
    return await withDeadline(result, milliseconds);
  } catch (error) {
    if (!(error instanceof DeadlineError) || !stop(error)) throw error;
    return withDeadline(result, STATEMENT_MS);
  }
}
