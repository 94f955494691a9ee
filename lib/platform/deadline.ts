/** Thrown when work exceeds its deadline. */
export class DeadlineError extends Error {
  /** Known to db/errors.ts, so that a page says 503 as well: another bundle has another copy of this class. */
  readonly code = 'DEADLINE_EXCEEDED';

  constructor() {
    super('deadline exceeded');
    this.name = 'DeadlineError';
  }
}

/**
 * Rejects with DeadlineError if work takes more than `milliseconds`. Needed because a query stays pending while
 * postgres.js reconnects to a server that accepts and closes connections, regardless of connect_timeout.
 */
export async function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Delayed to the next event loop turn: if the thread was blocked, for example rendering a document, the response
    // may have arrived but not been read.
    timer = setTimeout(() => setImmediate(() => reject(new DeadlineError())), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds after which a job begins nothing further: hosted platforms end a request after 10 to 60 seconds. */
const JOB_MS = 8000;

/**
 * Returns a function that is true while a job may begin something: until JOB_MS have passed or `signal` is aborted. What
 * remains is done by the next run.
 */
export function jobTime(signal?: AbortSignal): () => boolean {
  const end = performance.now() + JOB_MS;
  return () => performance.now() < end && !signal?.aborted;
}

/** Deadline of one database query, in milliseconds. */
export const QUERY_DEADLINE_MS = 5000;

/** Runs a query with QUERY_DEADLINE_MS. Throws DeadlineError when the database does not answer in time. */
export function withQueryDeadline<T>(query: PromiseLike<T>): Promise<T> {
  return withDeadline(Promise.resolve(query), QUERY_DEADLINE_MS);
}
