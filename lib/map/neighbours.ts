/** A point with an id; y grows downwards. */
export type Place = { id: string; x: number; y: number };

export const DIRECTIONS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Weight of the sideways distance relative to the forward distance. */
const ASIDE = 2;

/**
 * Returns the target of an arrow key: the nearest place more ahead than aside; if there is none, the nearest one ahead.
 * @returns null at the edge
 */
export function neighbourIn(direction: Direction, from: Place, places: readonly Place[]): Place | null {
  const ahead = places
    .filter((place) => place.id !== from.id)
    .map((place) => ({ place, ...offset(direction, from, place) }))
    .filter(({ along }) => along > 0)
    .sort((a, b) => Number(a.aside > a.along) - Number(b.aside > b.along) || cost(a) - cost(b));
  return ahead[0]?.place ?? null;
}

function offset(direction: Direction, from: Place, to: Place): { along: number; aside: number } {
  const x = to.x - from.x;
  const y = to.y - from.y;
  switch (direction) {
    case 'ArrowUp':
      return { along: -y, aside: Math.abs(x) };
    case 'ArrowDown':
      return { along: y, aside: Math.abs(x) };
    case 'ArrowLeft':
      return { along: -x, aside: Math.abs(y) };
    case 'ArrowRight':
      return { along: x, aside: Math.abs(y) };
  }
}

function cost({ along, aside }: { along: number; aside: number }): number {
  return Math.hypot(along, ASIDE * aside);
}
