import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { root } from '@/scripts/lib/programs';
import manifest from './manifest';

/** Returns width and height from a PNG header. */
function sizeOf(path: string): string {
  const png = readFileSync(join(root, 'public', path));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('every icon of the manifest exists in its stated size, one of them maskable', () => {
  const icons = manifest().icons!;
  for (const { src, sizes } of icons) expect(sizeOf(src)).toBe(sizes);
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
});

test.each(LOCALES)('the preview image in %s has the size stated by the pages', (locale) => {
  expect(sizeOf(`social/${locale}.png`)).toBe('1200x630');
});
