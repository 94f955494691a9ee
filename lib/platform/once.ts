/** Returns a function that calls `work` the first time and answers with its result ever after. */
export function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: work() }).value;
}
