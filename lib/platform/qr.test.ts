import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { qrCode } from './qr';

const PIXELS = 4;

/** Renders the rectangles of the path, black on white. */
function photograph({ path, size }: ReturnType<typeof qrCode>) {
  const side = size * PIXELS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row += 1) {
      const from = (row * side + Number(x) * PIXELS) * 4;
      for (let at = from; at < from + Number(width) * PIXELS * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return { pixels, side };
}

test.each(['https://adopt.example/verify/SA-7K2M-Q4XT-90BD', `https://adopt.example/${'long/'.repeat(40)}SA-1`])(
  'the rectangles that are drawn read as %.60s',
  (url) => {
    const { pixels, side } = photograph(qrCode(url));
    expect(jsQR(pixels, side, side)?.data).toBe(url);
  },
);
