import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COURSE_TYPES } from '@/db/schema/enums';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import * as palette from './palette';

const css = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8');
/** Returns a token of the first rule of a selector, which is that of the light theme. */
const token = (name: string, selector = ':root') => {
  const at = css.indexOf(`${selector} {`);
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css.slice(at, css.indexOf('}', at)))?.[1];
};

test('documents have the colours of the light theme', () => {
  const { courseTypeColors, ...colours } = palette;
  for (const [name, colour] of Object.entries(colours))
    expect(colour, name).toBe(token(name.toLowerCase().replaceAll('_', '-')));
  for (const type of COURSE_TYPES) {
    const selector = `[data-type='${courseTypeSlug(type)}']`;
    const [text, seat, fill] = ['t', 't-seat', 't-fill'].map((name) => token(name, selector));
    expect(courseTypeColors(type), type).toEqual({ text, seat, fill });
  }
});

test('an unknown course type is drawn in ink', () => {
  expect(palette.courseTypeColors('Ph.D.')).toEqual({ text: palette.INK, seat: palette.INK, fill: palette.INK });
});
