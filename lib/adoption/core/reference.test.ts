import { expect, test } from 'vitest';
import { mayBeReference, normalReference } from './reference';

test.each([
  'SA-7K2M-Q4XT-90B1',
  ' sa-7k2m-q4xt-9obl ',
  'SA 7K2M Q4XT 90B1',
  'sa7k2mq4xt90b1',
  '7K2M-Q4XT-90B1',
  'SA–7K2M–Q4XT–90B1',
  'SA-7K2MQ4XT-90B1',
  'SA-७K२M-Q४XT-९०B१',
])('%j is the reference SA-7K2M-Q4XT-90B1', (typed) => {
  expect(normalReference(typed)).toBe('SA-7K2M-Q4XT-90B1');
});

test.each([
  ["'; drop table billings", 'DR0PTAB1EB1111NGS', false],
  ['%00', '00', false],
  ['अपनाई', '', false],
  ['SA-2026-ABCDEF', 'SA-2026-ABCDEF', true],
  ['A'.repeat(99), 'A'.repeat(40), false],
])('of %j remains %j', (typed, signs, isOne) => {
  expect(normalReference(typed)).toBe(signs);
  expect(mayBeReference(signs)).toBe(isOne);
});
