/** Work took longer than it may. */
export class DeadlineError extends Error {
  constructor() {
    super('deadline exceeded');
    this.name = 'DeadlineError';
  }
}

/**
 * Gives work at most `milliseconds`; rejects with DeadlineError after that. Needed because a query stays pending while
 * postgres.js reconnects to a server that accepts and closes, whatever connect_timeout says.
 */
export async function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // One turn later: where the thread was busy, drawing a document, the answer may lie there unread.
    timer = setTimeout(() => setImmediate(() => reject(new DeadlineError())), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long the database may take to answer one query, in milliseconds. */
export const QUERY_DEADLINE_MS = 5000;

/** Starts a query and gives it QUERY_DEADLINE_MS. Throws DeadlineError when the database does not answer in time. */
export function withQueryDeadline<T>(query: PromiseLike<T>): Promise<T> {
  return withDeadline(Promise.resolve(query), QUERY_DEADLINE_MS);
}
