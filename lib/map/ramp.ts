/** Shades of a district: 0 = every seat adopted (hatched), 1 to 4 = few to many seats left. */
export type Shade = 0 | 1 | 2 | 3 | 4;

/** Upper limits of the shades 1, 2 and 3, in seats left; above the last one lies shade 4. */
export type Ramp = readonly [number, number, number];

const ROUND = [1, 2, 3, 4, 5, 6, 8, 10];

/** Limits that double (n, 2n, 4n), n a round number such that the fullest district lands in the last or last but one shade. */
export function rampFor(seatsLeft: readonly number[]): Ramp {
  const wanted = Math.max(0, ...seatsLeft) / 6;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  const first = Math.max(1, (ROUND.find((n) => n * magnitude >= wanted) ?? 10) * magnitude);
  return [first, 2 * first, 4 * first];
}

/** The shade of a district with that many seats left. */
export function shadeOf(seatsLeft: number, ramp: Ramp): Shade {
  if (seatsLeft <= 0) return 0;
  return (ramp.findIndex((limit) => seatsLeft <= limit) + 1 || 4) as Shade;
}
