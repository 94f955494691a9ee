import { expect, test } from 'vitest';
import { latinDigits, onlyDigits } from './digits';

const SYSTEMS = Intl.supportedValuesOf('numberingSystem').filter((system) => {
  const zero = new Intl.NumberFormat('en', { numberingSystem: system }).format(0);
  return /^\p{Nd}$/u.test(zero);
});

test('the digits of every numbering system are read', () => {
  expect(SYSTEMS.length).toBeGreaterThan(50);
  for (const system of SYSTEMS) {
    const { format } = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false });
    expect(latinDigits(format(1234567890)), system).toBe('1234567890');
  }
});

test.each([
  ['२५ लाख', '25 लाख'],
  ['１２３', '123'],
  ['١٢٣', '123'],
  ['𝟎𝟗𝟘𝟡𝟢', '09090'],
  ['plain 42', 'plain 42'],
  ['½²①', '½²①'],
])('of %j only the digits change: %j', (text, latin) => expect(latinDigits(text)).toBe(latin));

test('only the digits of a text stay', () => expect(onlyDigits('+९१ (98) 930-１２')).toBe('919893012'));
