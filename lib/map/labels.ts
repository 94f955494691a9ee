/** A label to place: the point it belongs to, its size, and how much it matters. Pixels. */
export type Label = { id: string; x: number; y: number; width: number; height: number; weight: number };

/** The area in which labels may stand. Pixels. */
export type Area = { left: number; right: number; top: number; bottom: number };

type Box = { x: number; y: number; width: number; height: number };

/** Half the side of the dot that marks the point; no label may cover a dot. */
const DOT = 4;
const GAP = 6;

/**
 * Places labels without collisions: the weightiest first, each at the first of eight places around its point that is free.
 * @returns id → top left corner relative to the point; a label without a free place is not in it (only its dot shows)
 */
export function placeLabels(labels: readonly Label[], area: Area): Map<string, { dx: number; dy: number }> {
  const taken: Box[] = labels.map(({ x, y }) => ({ x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT }));
  const placed = new Map<string, { dx: number; dy: number }>();
  for (const label of labels.toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))) {
    const spot = placesAround(label).find(({ dx, dy }) => {
      const box = boxAt(label, dx, dy);
      return isInside(box, area) && taken.every((other) => !overlap(box, other));
    });
    if (!spot) continue;
    taken.push(boxAt(label, spot.dx, spot.dy));
    placed.set(label.id, spot);
  }
  return placed;
}

function placesAround({ width, height }: Label): { dx: number; dy: number }[] {
  const [right, left, middle] = [GAP, -width - GAP, -width / 2];
  const [below, above, centre] = [GAP, -height - GAP, -height / 2];
  return [
    { dx: right, dy: centre },
    { dx: middle, dy: above },
    { dx: middle, dy: below },
    { dx: left, dy: centre },
    { dx: right, dy: above + GAP / 2 },
    { dx: right, dy: below - GAP / 2 },
    { dx: left, dy: above + GAP / 2 },
    { dx: left, dy: below - GAP / 2 },
  ];
}

function boxAt({ x, y, width, height }: Label, dx: number, dy: number): Box {
  return { x: x + dx, y: y + dy, width, height };
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function isInside(box: Box, area: Area): boolean {
  return (
    box.x >= area.left && box.x + box.width <= area.right && box.y >= area.top && box.y + box.height <= area.bottom
  );
}
