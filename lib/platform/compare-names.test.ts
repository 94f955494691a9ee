import { expect, test } from 'vitest';
import { compareNames } from './compare-names';

test('names are in alphabetical order whatever their case, and numbers count by value', () => {
  expect(['Ward 10', 'indore', 'Ward 9', 'Bhopal'].sort(compareNames)).toEqual([
    'Bhopal',
    'indore',
    'Ward 9',
    'Ward 10',
  ]);
  expect(compareNames('Indore', 'INDORE')).toBe(0);
});
