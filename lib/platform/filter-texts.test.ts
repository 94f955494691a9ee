import { expect, test } from 'vitest';
import { filterWords } from './filter-texts';

const TEXTS = {
  labels: { city: 'City', status: 'Payment', from: 'From' },
  choices: { status: [['paid', 'Paid']] },
} as const;

test('a filter in words has labels and texts in place of names and values, and no order', () => {
  expect(filterWords(TEXTS, { status: 'paid', city: 'Indore', from: '2026-11-02', sort: 'city', dir: 'asc' })).toEqual([
    'Payment: Paid',
    'City: Indore',
    'From: 2 Nov 2026',
  ]);
  expect(filterWords(TEXTS, { city: undefined, other: 'x' })).toEqual([]);
});
