import { expect, test } from 'vitest';
import { isUseDue } from './rules';

test.each([
  ['2027-01-31', null, false],
  ['2027-02-01', null, true],
  ['2027-02-01', 100, false],
  ['2027-02-01', 99, true],
  ['2028-06-01', null, true],
])('on %s an office that stated the use of %s of 100 paise is asked for it: %s', (today, statedPaise, isDue) => {
  expect(isUseDue({ year: '2026-27', passedPaise: 100, statedPaise }, today)).toBe(isDue);
});

test('nothing is asked for while nothing was passed on', () => {
  expect(isUseDue({ year: '2026-27', passedPaise: 0, statedPaise: null }, '2028-06-01')).toBe(false);
});
