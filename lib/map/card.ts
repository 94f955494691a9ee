type Size = { width: number; height: number };
type Point = { x: number; y: number };
type Corner = { left: number; top: number };

const ASIDE = 20;
const BELOW = 30;
const MARGIN = 8;

/**
 * Returns the position of a district's card: right below its point, or at another side if it would leave the stage or
 * cover more of the points around. It always stays inside the stage. All in pixels.
 * @param around points that should stay visible, e.g. the other cities
 * @returns the card's top left corner
 */
export function cardPosition(point: Point, card: Size, stage: Size, around: readonly Point[] = []): Corner {
  const [right, left] = [point.x + ASIDE, point.x - ASIDE - card.width];
  const [below, above] = [point.y + BELOW, point.y - BELOW - card.height];
  const corners = [below, above].flatMap((top) => [right, left].map((at) => ({ left: at, top })));
  const places = corners.map((corner) => {
    const place = {
      left: within(corner.left, card.width, stage.width),
      top: within(corner.top, card.height, stage.height),
    };
    const moved = Math.abs(place.left - corner.left) + Math.abs(place.top - corner.top);
    const covered = around.filter((other) => covers(place, card, other)).length;
    return { place, cost: moved + (covers(place, card, point) ? stage.width : 0) + covered };
  });
  return places.reduce((best, next) => (next.cost < best.cost ? next : best)).place;
}

function within(value: number, size: number, room: number): number {
  return Math.max(MARGIN, Math.min(value, room - size - MARGIN));
}

function covers({ left, top }: Corner, { width, height }: Size, { x, y }: Point): boolean {
  return x > left && x < left + width && y > top && y < top + height;
}
