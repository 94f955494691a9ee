import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COURSE_TYPE_SLUGS, COURSE_TYPES } from '@/lib/catalogue/schema';
import * as palette from './palette';

const css = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8');
/** The first value of a token is that of the light theme. */
const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1];

test('documents have the colours of the light theme', () => {
  const { courseTypeColors, ...colours } = palette;
  for (const [name, colour] of Object.entries(colours))
    expect(colour, name).toBe(token(name.toLowerCase().replaceAll('_', '-')));
  for (const type of COURSE_TYPES) {
    const name = COURSE_TYPE_SLUGS[type];
    expect(courseTypeColors(type), type).toEqual({
      text: token(name),
      seat: token(`${name}-seat`),
      fill: token(`${name}-fill`),
    });
  }
});

test('an unknown course type is drawn in ink', () => {
  expect(palette.courseTypeColors('Ph.D.')).toEqual({ text: palette.INK, seat: palette.INK, fill: palette.INK });
});
