import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COURSE_TYPES } from '@/db/schema/enums';
import { courseTypeSlug } from '@/lib/catalogue/schema';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
/** Returns the colours by name; those of a course type by its slug, e.g. 'mtech-fill' for its `--t-fill`. */
const tokens = (theme: string) =>
  Object.fromEntries(
    [...theme.matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(([, selector, rules]) => {
      const [, slug] = /data-type='(\w+)'/.exec(selector!) ?? [];
      const colours = [...rules!.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)];
      return colours.map(([, name, colour]) => [slug ? name!.replace(/^t\b/, slug) : name!, colour!]);
    }),
  ) as Record<string, string>;
const [lightBlock = '', darkBlock = ''] = css.split(/@media (?:screen and \(prefers-color-scheme: dark\)|print)/);
const light = tokens(lightBlock);
const dark = { ...light, ...tokens(darkBlock) };

function linear(hex: string): [number, number, number] {
  const channel = (at: number) => {
    const v = parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Returns the distance of two colours in OKLab: 0.02 is barely visible side by side. */
function distance(a: string, b: string): number {
  const [x, y] = [oklab(a), oklab(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

function oklab(hex: string): [number, number, number] {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const TEXT = 4.5;
const PART = 3;
const types = [...COURSE_TYPES.map(courseTypeSlug), 'all'];
const pairs: [string, string, number][] = [
  ...['paper', 'surface', 'sunken'].map((ground): [string, string, number] => ['ink-2', ground, TEXT]),
  ...['ink', 'ink-3', 'link'].flatMap((ink) =>
    ['paper', 'surface'].map((ground): [string, string, number] => [ink, ground, TEXT]),
  ),
  ...['control', 'focus'].flatMap((part) =>
    ['paper', 'surface'].map((ground): [string, string, number] => [part, ground, PART]),
  ),
  ['on-action', 'action', TEXT],
  ['on-action', 'action-hover', TEXT],
  ['on-marigold', 'marigold', TEXT],
  ['on-marigold', 'marigold-hover', TEXT],
  ['on-neel', 'neel', TEXT],
  ['on-neel-2', 'neel', TEXT],
  ['on-neel', 'neel-2', TEXT],
  ['on-neel-2', 'neel-2', TEXT],
  ['neel', 'marigold', TEXT],
  ['marigold', 'neel', PART],
  ['neel-free', 'neel', PART],
  ['paper', 'ink', TEXT],
  ...['error', 'ok', 'warn'].flatMap((kind) =>
    ['surface', `${kind}-tint`].map((ground): [string, string, number] => [kind, ground, TEXT]),
  ),
  ...types.flatMap((type): [string, string, number][] => [
    [type, 'paper', TEXT],
    [type, 'surface', TEXT],
    [type, `${type}-tint`, TEXT],
    ['ink', `${type}-tint`, TEXT],
    ['ink-2', `${type}-tint`, TEXT],
    [`${type}-on`, type, TEXT],
    [`${type}-fill-on`, `${type}-fill`, TEXT],
    [`${type}-fill`, 'neel', PART],
    [`${type}-seat`, 'surface', PART],
    [`${type}-seat`, 'paper', PART],
    [`${type}-seat`, `${type}-tint`, PART],
    ['error', `${type}-tint`, TEXT],
    ['control', `${type}-tint`, PART],
    ['focus', `${type}-tint`, PART],
  ]),
];

describe('the palette meets WCAG 2.2 AA', () => {
  test.each(pairs)('%s on %s reaches %d : 1 in light and dark', (ink, ground, least) => {
    for (const theme of [light, dark]) expect(contrast(theme[ink]!, theme[ground]!)).toBeGreaterThanOrEqual(least);
  });
});

const GROUNDS = ['paper', 'surface', 'sunken', 'line', 'neel-line', 'land', 'edge'];

test('every colour is a background or is measured against one', () => {
  const measured = new Set(pairs.flatMap(([ink, ground]) => [ink, ground]));
  expect(Object.keys(light).filter((name) => !measured.has(name) && !GROUNDS.includes(name))).toEqual([]);
  expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort());
});

test('no page or component defines its own colour', () => {
  const known = new Set([...Object.values(light), ...Object.values(dark)]);
  const root = new URL('../', import.meta.url);
  const strangers = ['app', 'components']
    .flatMap((folder) => readdirSync(new URL(folder, root), { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(tsx?|css)$/.test(file) && !file.startsWith('app/tokens.'))
    .flatMap((file) => {
      const source = readFileSync(new URL(file, root), 'utf8');
      return (source.match(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b|\b(?:rgba?|hsla?|oklch)\(/gi) ?? []).map((colour) => ({
        file,
        colour,
      }));
    })
    .filter(({ colour }) => !known.has(colour.toLowerCase()));
  expect(strangers).toEqual([]);
});

describe('colours with different meanings look different', () => {
  const meanings = [...types.filter((type) => type !== 'all'), 'error'];
  const couples = meanings.flatMap((a, at) => meanings.slice(at + 1).map((b): [string, string] => [a, b]));
  test.each(couples)('%s and %s', (a, b) => {
    for (const theme of [light, dark]) expect(distance(theme[a]!, theme[b]!)).toBeGreaterThanOrEqual(0.05);
  });
  test.each(['mtech-seat', 'iti-seat'])('%s and marigold, which is never data', (seat) => {
    expect(distance(light[seat]!, light['marigold']!)).toBeGreaterThanOrEqual(0.12);
  });
});
