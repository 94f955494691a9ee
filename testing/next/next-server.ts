export * from 'next/server.js';

const deferred: (() => Promise<unknown>)[] = [];

/** Stands in for `after` of next/server, which needs the request of a running server: the work waits for `runDeferred`. */
export const after = (work: () => Promise<unknown>): void => void deferred.push(work);

/** Whether work waits for `runDeferred`. */
export const hasDeferred = (): boolean => deferred.length > 0;

/** Does the work that was deferred since the last call, in its order. */
export async function runDeferred(): Promise<void> {
  for (const work of deferred.splice(0)) await work();
}
