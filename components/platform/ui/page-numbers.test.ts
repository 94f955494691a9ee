import { expect, test } from 'vitest';
import { pageNumbers } from './page-numbers';

test.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [1, 60, [1, 2, 3, null, 60]],
  [30, 60, [1, null, 28, 29, 30, 31, 32, null, 60]],
  [60, 60, [1, null, 58, 59, 60]],
])('page %d of %d shows %j', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers);
});

test('a gap of one page shows that page', () => {
  expect(pageNumbers(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(pageNumbers(6, 11)).toEqual([1, null, 4, 5, 6, 7, 8, null, 11]);
});
