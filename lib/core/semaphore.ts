/** Gives the place back; calling it again changes nothing. */
export type Release = () => void;

/**
 * Limits work to `places` at a time in this process. There is no queue: whoever finds no place is refused.
 * @returns a function that takes a place, or returns null when all are taken
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
