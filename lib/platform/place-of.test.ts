import { expect, test } from 'vitest';
import { placeOf } from './place-of';

test('A-61 a city that the institute’s name ends with is not repeated', () => {
  expect(placeOf('Government ITI, Rewa', 'Rewa')).toBe('Government ITI, Rewa');
  expect(placeOf('शासकीय आईटीआई, रीवा', 'Rewa', 'रीवा')).toBe('शासकीय आईटीआई, रीवा');
  expect(placeOf('Rewa Engineering College', 'Rewa')).toBe('Rewa Engineering College, Rewa');
});
