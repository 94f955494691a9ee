import { expect, test } from 'vitest';
import { indianMobile, maskEmail, maskPhone } from './rules';

test.each([
  ['9876543210', '9876543210'],
  [' 98765-43210 ', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['९८७६५४३२१०', '9876543210'],
  ['６８７６５４３２１０', '6876543210'],
])('A-90 security 11 the number in %s is %s', (typed, number) => {
  expect(indianMobile(typed)).toBe(number);
});

test.each([
  '',
  '12',
  '987654321',
  '98765432101',
  '5876543210',
  '0512 2550000',
  '+1 202 555 0100',
  '+449876543210',
  '910000000000',
])('A-90 security 11 %s is no Indian mobile number', (typed) => {
  expect(indianMobile(typed)).toBeNull();
});

test('A-08 a masked phone shows its last four digits', () => {
  expect(maskPhone('9876543210')).toBe('XXXXXX3210');
});

test('A-11 a masked e-mail shows its first letter and its domain', () => {
  expect(maskEmail('asha@acme.in')).toBe('aXXX@acme.in');
  expect(maskEmail('a@acme.in')).toBe('a@acme.in');
});
