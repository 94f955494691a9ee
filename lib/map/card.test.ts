import { expect, test } from 'vitest';
import { cardPosition } from './card';

const card = { width: 248, height: 200 };
const stage = { width: 900, height: 700 };

test('the card stands right below its point, turns at the edges and never leaves the stage', () => {
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
