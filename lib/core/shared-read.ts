/** Milliseconds for which what many pages show may be out of date. */
const SHARED_READ_MS = 1000;

/**
 * Returns a function that answers with the result of `read`, shared by all callers of this process: one read at a time,
 * whose result is used for SHARED_READ_MS after it. So the cost of a read does not grow with requests or writes.
 * A failed read fails for those who wait for it, and the next call reads again.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { result: Promise<T>; until: number } | null = null;
  return () => {
    if (last && performance.now() < last.until) return last.result;
    const current = { result: read(), until: Infinity };
    last = current;
    current.result.then(
      () => (current.until = performance.now() + SHARED_READ_MS),
      () => (current.until = 0),
    );
    return current.result;
  };
}
