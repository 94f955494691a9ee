import { expect, test } from 'vitest';
import { normalized } from './unicode';

test('texts of real languages are normalized as usual', () => {
  for (const text of ['e\u0323\u0301', 'क\u093C्षि', 'ﬁ\uFF21', 'ดำ', 'ﾊﾟ', `a${'\u0301\u0323'.repeat(15)}`])
    for (const form of ['NFC', 'NFD', 'NFKC'] as const) expect(normalized(text, form)).toBe(text.normalize(form));
});

test('security 109: no character beyond the marks of the pattern becomes one that is sorted', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  // A mark is sorted if it changes places with one of another class: 230 above the letter, 1 through it.
  const isSorted = (text: string) =>
    ['\u0301', '\u0334'].some((mark) => `${mark}${text}`.normalize('NFD') !== `${mark}${text.normalize('NFD')}`);
  const missed = all.filter(
    (character) => !/[\p{M}\uFF9E\uFF9F]/u.test(character) && isSorted(character.normalize('NFKD')[0]!),
  );
  expect(missed).toEqual([]);
});
