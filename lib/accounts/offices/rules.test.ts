import { expect, test } from 'vitest';
import { readLines } from './rules';

test.each([
  ['a@b.example; Government ITI, Indore; Indore', 'Government ITI, Indore'],
  ['a@b.example\tGovernment ITI\tIndore', 'Government ITI'],
  ['a@b.example, Government ITI, Indore', 'Government ITI'],
  ['a@b.example, Government ITI, Palasia, Indore', 'Government ITI, Palasia'],
])('an invitation is read between semicolons, tabs or commas: %s', (line, name) => {
  expect(readLines(line)).toEqual({ people: [{ line: 1, email: 'a@b.example', name, city: 'Indore' }], problems: [] });
});

test('a line without an institute or a city is named', () => {
  expect(readLines('\na@b.example, Indore').problems).toEqual([{ line: 2, problem: 'institute' }]);
});
