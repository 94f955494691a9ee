type Size = { width: number; height: number };

const ASIDE = 20;
const BELOW = 30;
const MARGIN = 8;

/**
 * Where the card of a district stands: right below its point, or on the other side where it would leave the stage. Pixels.
 * @returns the card's top left corner
 */
export function cardPosition(point: { x: number; y: number }, card: Size, stage: Size): { left: number; top: number } {
  const right = point.x + ASIDE;
  const left = right + card.width > stage.width - MARGIN ? point.x - ASIDE - card.width : right;
  const below = point.y + BELOW;
  const top = below + card.height > stage.height - MARGIN ? point.y - BELOW - card.height : below;
  const within = (value: number, size: number, room: number) => Math.max(MARGIN, Math.min(value, room - size - MARGIN));
  return { left: within(left, card.width, stage.width), top: within(top, card.height, stage.height) };
}
