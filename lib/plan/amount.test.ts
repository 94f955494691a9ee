import { expect, test } from 'vitest';
import { parseAmount } from './amount';

const LAKH = 100_000_00;

test.each([
  ['2500000', 25 * LAKH],
  ['25,00,000', 25 * LAKH],
  ['2,500,000', 25 * LAKH],
  [' ₹ 25,00,000.50 ', 25 * LAKH + 50],
  ['25 lakh', 25 * LAKH],
  ['25lakhs', 25 * LAKH],
  ['25 Lac', 25 * LAKH],
  ['25 L', 25 * LAKH],
  ['2.5 crore', 250 * LAKH],
  ['2.5 Cr.', 250 * LAKH],
  ['Rs. 25,00,000/-', 25 * LAKH],
  ['INR 25 lakh', 25 * LAKH],
  ['25 lakh rupees', 25 * LAKH],
  ['500 rupees', 500_00],
  ['50 thousand', LAKH / 2],
  ['50k', LAKH / 2],
  ['२५ लाख', 25 * LAKH],
  ['२.५ करोड़', 250 * LAKH],
  ['२.५ करोड़'.normalize('NFD'), 250 * LAKH],
  ['५० हज़ार', LAKH / 2],
  ['₹२५,००,००० रुपये', 25 * LAKH],
  ['0.1234567 lakh', 1234567],
  ['0', 0],
])('%s is read', (text, paise) => {
  expect(parseAmount(text)).toBe(paise);
});

test.each([
  '',
  'lakh',
  '-5',
  '1e30',
  'Infinity',
  '25 million',
  '2,5,0',
  '25,00,00',
  '1.2.3',
  '0.123',
  '0.12345678 lakh',
  '9'.repeat(40),
  '99999999999999999 crore',
  '25 lakh 50',
  'twenty',
])('%s is refused', (text) => {
  expect(parseAmount(text)).toBeNull();
});
