import { expect, test } from 'vitest';
import { orderKey, orderKeysIn } from './order-numbers';

test.each([
  ['PO-2026/881', 'NEFT-SBIN0001234-NARMADA MOTORS-PO-2026/881', true],
  ['PO-2026/881', 'RTGS NARMADA PO2026881 CSR', true],
  ['po 2026 881', 'IMPS/PO/2026/881/NARMADA', true],
  ['4500012345', 'NEFT 4500012345 CSR', true],
  ['PO-2026/881', 'NEFT PO-2026/8812', false],
  ['PO-2026/881', 'NEFT XPO-2026/881', false],
  ['4500012345', 'NEFT UTR SBIN4500012345', false],
  // Too short, without a digit, or without a letter or digit at all.
  ['12', 'NEFT 12 CSR', false],
  ['2026', 'NEFT 2026', false],
  ['PO-1', 'NEFT PO-1', false],
  ['CSR ORDER', 'NEFT CSR ORDER', false],
  ['///', 'NEFT ///', false],
])('order %s in "%s": %s', (order, text, isNamed) => {
  const key = orderKey(order);
  expect(key !== null && orderKeysIn(text).has(key)).toBe(isNamed);
});
