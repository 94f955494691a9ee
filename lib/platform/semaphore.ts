/** Releases the permit; further calls have no effect. */
export type Release = () => void;

/**
 * Limits concurrency in this process to `places`. There is no queue.
 * @returns a function that acquires a permit, or returns null if none is free
 */
export function createSemaphore(places: number): () => Release | null {
  let taken = 0;
  return () => {
    if (taken >= places) return null;
    taken += 1;
    let isHeld = true;
    return () => {
      if (isHeld) taken -= 1;
      isHeld = false;
    };
  };
}
