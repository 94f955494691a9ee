/** A place on a plane whose y grows downwards. */
export type Place = { id: string; x: number; y: number };

export const DIRECTIONS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** How much a step aside counts against a step ahead. */
const ASIDE = 2;

/**
 * Where an arrow key leads (R-REG-08 by keyboard, A-52): the nearest place that lies more ahead than aside; if there is none,
 * the nearest that lies ahead at all.
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
