import { expect, test } from 'vitest';
import { cardPosition } from './card';

const card = { width: 248, height: 200 };
const stage = { width: 900, height: 700 };

test('the card is right below its point, flips at the edges and never leaves the stage', () => {
  expect(cardPosition({ x: 100, y: 100 }, card, stage)).toEqual({ left: 120, top: 130 });
  expect(cardPosition({ x: 800, y: 100 }, card, stage)).toEqual({ left: 532, top: 130 });
  expect(cardPosition({ x: 100, y: 600 }, card, stage)).toEqual({ left: 120, top: 370 });
  for (const x of [-50, 0, 450, 900, 2000]) {
    for (const y of [-50, 0, 350, 700, 2000]) {
      for (const room of [stage, { width: 320, height: 400 }]) {
        const { left, top } = cardPosition({ x, y }, card, room);
        expect(left >= 8 && left + card.width <= room.width - 8).toBe(true);
        expect(top >= 8 && top + card.height <= room.height - 8).toBe(true);
      }
    }
  }
});

test('of the free sides the card uses the one that covers the fewest other cities', () => {
  const others = [
    { x: 150, y: 400 },
    { x: 300, y: 450 },
  ];
  const at = { x: 450, y: 350 };
  expect(cardPosition(at, card, stage, others)).toEqual({ left: 470, top: 380 });
  const right = others.map(({ x, y }) => ({ x: x + 350, y }));
  expect(cardPosition(at, card, stage, right)).toEqual({ left: 182, top: 380 });
});

test('on a phone the card does not cover its own district', () => {
  const { top } = cardPosition({ x: 180, y: 250 }, { width: 248, height: 130 }, { width: 375, height: 330 });
  expect(top + 130).toBeLessThanOrEqual(250);
});
