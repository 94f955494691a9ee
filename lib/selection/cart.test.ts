import { expect, test } from 'vitest';
import { readCart, type CartEntry } from './cart';
import { cartEntrySchema } from './schema';

const ID = '0b9f4a52-9a3e-4f0c-8d1b-2f6a7c3e5d10';
const LINE: CartEntry = {
  id: ID,
  selectedSeats: 2,
  pricePerSeat: 125000.5,
  totalPrice: 250001,
  branch: '',
  courseName: 'B.Tech',
  city: 'Indore',
  institute: '',
};
const BROKEN: Record<keyof CartEntry, unknown[]> = {
  id: [undefined, 7, '', 'x', ID.slice(1), ID.replace('4f0c', '0f0c'), ID.replace('8d1b', 'cd1b')],
  selectedSeats: [undefined, null, '2', 0, -1, 1.5, 2 ** 53, Infinity],
  pricePerSeat: [undefined, '125000', -1, Infinity],
  totalPrice: [undefined, '1', -1, Infinity, null],
  branch: [undefined, null, 1],
  courseName: [undefined, null, '', 3],
  city: [undefined, {}],
  institute: [undefined, []],
};
const CASES = Object.entries(BROKEN).flatMap(([field, values]) => values.map((value) => [field, value] as const));

test('A-83 a valid line is read, and unknown fields are dropped', () => {
  expect(readCart({ [ID]: { ...LINE, more: 1 } })).toEqual({ [ID]: LINE });
  const upper = { ...LINE, id: ID.toUpperCase() };
  expect(readCart({ [upper.id]: upper })).toEqual({ [upper.id]: upper });
});

test.each(CASES)('A-83 a stored line whose %s is %j is dropped, as by the schema', (field, value) => {
  const line = { ...LINE, [field]: value };
  expect(cartEntrySchema.safeParse(line).success).toBe(false);
  expect(readCart({ [String(line.id)]: line })).toEqual({});
});

test.each([null, undefined, 'cart', 3, [LINE], { [ID]: null }, { other: LINE }])('A-83 %j is no cart', (stored) => {
  expect(readCart(stored)).toEqual({});
});

test('A-83 an amount with fractions of a paisa is invalid', () => {
  expect(readCart({ [ID]: { ...LINE, pricePerSeat: 0.001 } })).toEqual({});
});
