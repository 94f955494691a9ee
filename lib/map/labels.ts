/** A label to place: the point it belongs to, its size in full and without its number, and how much it matters. Pixels. */
export type Label = {
  id: string;
  x: number;
  y: number;
  width: number;
  shortWidth: number;
  height: number;
  weight: number;
};

/** Where a label stands: its top left corner relative to its point, and whether it had to drop its number. */
export type LabelPlace = { dx: number; dy: number; short: boolean };

/** The area in which labels may stand. Pixels. */
export type Area = { left: number; right: number; top: number; bottom: number };

type Box = { x: number; y: number; width: number; height: number };

/** Half the side of the dot that marks the point; no label may cover a dot. */
const DOT = 4;
const GAP = 6;
const FAR = 14;

/**
 * Places labels without collisions: the weightiest first, each at the first of eight places around its point that is free.
 * One that finds none drops its number, then steps a little further away.
 * @returns id → its place; a label without any free place is not in it (only its dot shows)
 */
export function placeLabels(labels: readonly Label[], area: Area): Map<string, LabelPlace> {
  const taken: Box[] = labels.map(({ x, y }) => ({ x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT }));
  const placed = new Map<string, LabelPlace>();
  for (const label of labels.toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))) {
    const spot = placesAround(label).find((place) => {
      const box = boxAt(label, place);
      return isInside(box, area) && taken.every((other) => !overlap(box, other));
    });
    if (!spot) continue;
    taken.push(boxAt(label, spot));
    placed.set(label.id, spot);
  }
  return placed;
}

function placesAround({ width, shortWidth, height }: Label): LabelPlace[] {
  return [
    ...eightPlaces(width, height, GAP).map((place) => ({ ...place, short: false })),
    ...eightPlaces(shortWidth, height, GAP).map((place) => ({ ...place, short: true })),
    ...eightPlaces(shortWidth, height, FAR).map((place) => ({ ...place, short: true })),
  ];
}

function eightPlaces(width: number, height: number, gap: number): { dx: number; dy: number }[] {
  const [right, left, middle] = [gap, -width - gap, -width / 2];
  const [below, above, centre] = [gap, -height - gap, -height / 2];
  return [
    { dx: right, dy: centre },
    { dx: middle, dy: above },
    { dx: middle, dy: below },
    { dx: left, dy: centre },
    { dx: right, dy: above + gap / 2 },
    { dx: right, dy: below - gap / 2 },
    { dx: left, dy: above + gap / 2 },
    { dx: left, dy: below - gap / 2 },
  ];
}

function boxAt({ x, y, width, shortWidth, height }: Label, { dx, dy, short }: LabelPlace): Box {
  return { x: x + dx, y: y + dy, width: short ? shortWidth : width, height };
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function isInside(box: Box, area: Area): boolean {
  return (
    box.x >= area.left && box.x + box.width <= area.right && box.y >= area.top && box.y + box.height <= area.bottom
  );
}
