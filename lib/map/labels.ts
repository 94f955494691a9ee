/** A label to place: its point, its size with and without the number, and its weight. Pixels. */
export type Label = {
  id: string;
  x: number;
  y: number;
  width: number;
  shortWidth: number;
  height: number;
  weight: number;
};

/**
 * The position of a label: its top left corner relative to its point, and whether the number is omitted. `leader` is
 * the end of a line from the point to a label that is too far away to be associated with it otherwise.
 */
export type LabelPlace = { dx: number; dy: number; short: boolean; leader?: Point };

/** The area for labels. Pixels. */
export type Area = { left: number; right: number; top: number; bottom: number };

type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };

/** Half the side of a point's dot; no label may cover a dot. */
const DOT = 4;
const GAP = 6;
const FAR = 14;
/** Distances at which a label needs a leader line. */
const LED = [24, 36, 50] as const;
/** Directions tried at each of those distances, clockwise from the right. */
const WAYS = 16;
const ROUNDS = 6;
/** With more labels than this left unplaced, the area is too crowded for another order to help. */
const FEW = 6;

/**
 * Places labels without overlaps: the heaviest first, each at the first free one of eight positions around its point. A
 * label without a free position drops its number, then moves a little away, then further with a leader line. If it
 * still has none, all labels are placed again with that one first, for a few rounds; the round that places the largest
 * weight wins, so that in a crowd the small labels are omitted.
 * @param obstacles areas that labels must not cover, besides each other
 * @returns id → position; a label without a free position is missing (only its dot is shown)
 */
export function placeLabels(
  labels: readonly Label[],
  area: Area,
  obstacles: readonly Box[] = [],
): Map<string, LabelPlace> {
  let order = labels
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
    .map((label): Candidate => ({ label, dot: dotOf(label), places: placesAround(label) }));
  let placed = placeInOrder(order, area, obstacles);
  const weightOf = (round: ReadonlyMap<string, LabelPlace>) =>
    labels.reduce((sum, { id, weight }) => sum + (round.has(id) ? weight + 1 : 0), 0);
  let best = placed;
  const worthAnother = () => best.size < labels.length && labels.length - best.size <= FEW;
  for (let again = 0; again < ROUNDS && worthAnother(); again++) {
    const stands = ({ label }: Candidate) => placed.has(label.id);
    order = [...order.filter((candidate) => !stands(candidate)), ...order.filter(stands)];
    placed = placeInOrder(order, area, obstacles);
    if (weightOf(placed) > weightOf(best)) best = placed;
  }
  return best;
}

/** Returns the box of a point's dot, which no label may cover. */
export function dotOf({ x, y }: Point): Box {
  return { x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT };
}

/** A label with its values that are constant across rounds. */
type Candidate = { label: Label; dot: Box; places: readonly LabelPlace[] };

function placeInOrder(order: readonly Candidate[], area: Area, obstacles: readonly Box[]): Map<string, LabelPlace> {
  const taken: Box[] = [...obstacles, ...order.map(({ dot }) => dot)];
  const leaders: [Point, Point][] = [];
  const placed = new Map<string, LabelPlace>();
  for (const { label, dot, places } of order) {
    const lineOf = ({ leader }: LabelPlace): [Point, Point] | null =>
      leader ? [label, { x: label.x + leader.x, y: label.y + leader.y }] : null;
    const spot = places.find((place) => {
      const box = boxAt(label, place);
      const line = lineOf(place);
      return (
        isInside(box, area) &&
        taken.every((other) => !overlap(box, other) && (!line || other === dot || !crosses(line, other))) &&
        leaders.every((other) => !crosses(other, box))
      );
    });
    if (!spot) continue;
    const line = lineOf(spot);
    if (line) leaders.push(line);
    taken.push(boxAt(label, spot));
    placed.set(label.id, spot);
  }
  return placed;
}

function placesAround({ width, shortWidth, height }: Label): LabelPlace[] {
  return [
    ...eightPlaces(width, height, GAP).map((place) => ({ ...place, short: false })),
    ...(shortWidth < width ? eightPlaces(shortWidth, height, GAP) : []).map((place) => ({ ...place, short: true })),
    ...eightPlaces(shortWidth, height, FAR).map((place) => ({ ...place, short: true })),
    ...LED.flatMap((distance) => ledPlaces(shortWidth, height, distance)),
  ];
}

/**
 * Returns positions all around whose nearest edge or corner is about `distance` away, each with the end of its leader
 * line.
 */
function ledPlaces(width: number, height: number, distance: number): LabelPlace[] {
  return Array.from({ length: WAYS }, (_, way) => {
    const angle = (2 * Math.PI * way) / WAYS;
    const dx = Math.round(Math.cos(angle) * (distance + width / 2) - width / 2);
    const dy = Math.round(Math.sin(angle) * (distance + height / 2) - height / 2);
    const leader = { x: within(0, dx, dx + width), y: within(0, dy, dy + height) };
    return { dx, dy, short: true, leader };
  });
}

const within = (value: number, from: number, to: number) => Math.max(from, Math.min(value, to));

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

/** True if the line from `a` to `b` crosses the box (Liang–Barsky clipping). */
function crosses([a, b]: readonly [Point, Point], box: Box): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, a.x - box.x],
    [dx, box.x + box.width - a.x],
    [-dy, a.y - box.y],
    [dy, box.y + box.height - a.y],
  ] as const) {
    if (step === 0 && room <= 0) return false;
    if (step < 0) from = Math.max(from, room / step);
    if (step > 0) to = Math.min(to, room / step);
  }
  return from < to;
}

function isInside(box: Box, area: Area): boolean {
  return (
    box.x >= area.left && box.x + box.width <= area.right && box.y >= area.top && box.y + box.height <= area.bottom
  );
}
