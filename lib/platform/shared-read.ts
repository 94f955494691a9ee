/**
 * Returns a function that answers with the result of `read`, shared by all callers of this process: one read at a time,
 * whose result is used for `ageMs` milliseconds after it. So the cost of a read does not grow with requests or writes.
 * A failed read fails for those who wait for it, and the next call reads again. With 0 nothing is shared.
 */
export function sharedRead<T>(ageMs: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { result: Promise<T>; until: number } | null = null;
  return () => {
    const age = ageMs();
    if (age === 0) return read();
    if (last && performance.now() < last.until) return last.result;
    const current = { result: read(), until: Infinity };
    last = current;
    current.result.then(
      () => (current.until = performance.now() + age),
      () => (current.until = 0),
    );
    return current.result;
  };
}
