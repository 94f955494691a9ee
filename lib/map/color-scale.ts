/** Shades of a district: 0 = every seat adopted (hatched), 1 to 4 = few to many seats left. */
export type Shade = 0 | 1 | 2 | 3 | 4;

/** Upper limits of the shades 1, 2 and 3, in seats left; shade 4 is above the last one. */
export type ColorScale = readonly [number, number, number];

const ROUND = [1, 2, 3, 4, 5, 6, 8, 10];

/**
 * Returns limits that double (n, 2n, 4n), n a round number. The median district is near the second limit, so that
 * shades differ even if a few cities have most of the seats; the largest one is always in one of the last two shades.
 */
export function colorScaleFor(seatsLeft: readonly number[]): ColorScale {
  const offered = seatsLeft.filter((left) => left > 0).sort((a, b) => a - b);
  const middle = offered[Math.floor(offered.length / 2)] ?? 0;
  const first = roundUp(Math.min(middle / 2, (offered.at(-1) ?? 0) / 6));
  return [first, 2 * first, 4 * first];
}

function roundUp(wanted: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  return (ROUND.find((n) => n * magnitude >= wanted) ?? 10) * magnitude;
}

/** Returns the shade of a district by its seats left. */
export function shadeOf(seatsLeft: number, colorScale: ColorScale): Shade {
  if (seatsLeft <= 0) return 0;
  return (colorScale.findIndex((limit) => seatsLeft <= limit) + 1 || 4) as Shade;
}
