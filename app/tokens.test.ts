import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const colours = (block: string) =>
  Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map((match) => [match[1]!, match[2]!]));
const [lightBlock = '', darkBlock = ''] = css.split('@media screen and (prefers-color-scheme: dark)');
const light = colours(lightBlock);
const dark = { ...light, ...colours(darkBlock) };

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const TEXT = 4.5;
const PART = 3;
const types = ['mtech', 'btech', 'diploma', 'poly', 'iti', 'all'];
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
    [`on-${type}`, type, TEXT],
    [`on-${type}-fill`, `${type}-fill`, TEXT],
    [`${type}-fill`, 'neel', PART],
    [`${type}-seat`, 'surface', PART],
    [`${type}-seat`, 'paper', PART],
    [`${type}-seat`, `${type}-tint`, PART],
  ]),
];

describe('the palette meets WCAG 2.2 AA', () => {
  test.each(pairs)('%s on %s reaches %d : 1 in light and dark', (ink, ground, least) => {
    for (const theme of [light, dark]) expect(contrast(theme[ink]!, theme[ground]!)).toBeGreaterThanOrEqual(least);
  });
});
