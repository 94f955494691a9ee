/** Pages shown on each side of the current one. */
const BESIDE = 2;

/**
 * Returns the numbers of a pager: the first, the last and those around the current page; null is a gap. A gap of one
 * page shows that page.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= BESIDE,
  );
  return near.flatMap((number, index) => {
    const missing = number - (near[index - 1] ?? 0) - 1;
    if (missing === 0) return [number];
    return missing === 1 ? [number - 1, number] : [null, number];
  });
}
