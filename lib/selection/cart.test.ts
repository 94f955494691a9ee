import { expect, test } from 'vitest';
import {
  markAdopted,
  openLines,
  readCart,
  wholeCartSchema,
  writeCart,
  type CartEntry,
  type WrittenEntry,
} from './cart';

const ID = '0b9f4a52-9a3e-4f0c-8d1b-2f6a7c3e5d10';
const WRITTEN = {
  id: ID,
  selectedSeats: 2,
  pricePerSeat: 125000.5,
  totalPrice: 250001,
  branch: '',
  courseName: 'B.Tech',
  city: 'Indore',
  institute: '',
} satisfies WrittenEntry;
const { pricePerSeat: _price, totalPrice: _total, ...rest } = WRITTEN;
const LINE: CartEntry = { ...rest, pricePaise: 125000_50 };
const BROKEN: Record<keyof typeof WRITTEN, unknown[]> = {
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
  expect(readCart({ [ID]: { ...WRITTEN, more: 1 } })).toEqual({ [ID]: LINE });
  const id = ID.toUpperCase();
  expect(readCart({ [id]: { ...WRITTEN, id } })).toEqual({ [id]: { ...LINE, id } });
});

test.each(CASES)('A-83 a stored line whose %s is %j is dropped', (field, value) => {
  const line = { ...WRITTEN, [field]: value };
  expect(readCart({ [String(line.id)]: line })).toEqual({});
});

test.each([null, undefined, 'cart', 3, [WRITTEN], { [ID]: null }, { other: WRITTEN }])(
  'A-83 %j is no cart',
  (stored) => {
    expect(readCart(stored)).toEqual({});
  },
);

test('A-83 an amount with fractions of a paisa is invalid', () => {
  expect(readCart({ [ID]: { ...WRITTEN, pricePerSeat: 0.001 } })).toEqual({});
});

test('session, years and Hindi names are kept if they are ones, and a line without them is valid', () => {
  const names = { branchHindi: 'सिविल', instituteHindi: 'शासकीय महाविद्यालय' };
  const line = { ...LINE, session: '2026-27', studyYear: 2, years: 3, ...names };
  const written = {
    ...{ ...WRITTEN, session: '2026-27', study_year: 2, duration_years: 3 },
    ...{ branch_hindi: names.branchHindi, institute_hindi: names.instituteHindi },
  };
  expect(readCart({ [ID]: written })).toEqual({ [ID]: line });
  expect(writeCart({ [ID]: line })).toEqual({ [ID]: written });
  const invalid = { session: 'next', study_year: 0, duration_years: '3', branch_hindi: 7, institute_hindi: '' };
  expect(readCart({ [ID]: { ...WRITTEN, ...invalid } })).toEqual({ [ID]: LINE });
});

test('a cart is written with amounts in rupees and read back the same', () => {
  expect(writeCart({ [ID]: LINE })).toEqual({ [ID]: WRITTEN });
  expect(wholeCartSchema.safeParse({ [ID]: WRITTEN }).data).toEqual({ [ID]: LINE });
  for (const invalid of [{ [ID]: WRITTEN, other: WRITTEN }, null, 'cart'])
    expect(wholeCartSchema.safeParse(invalid).success).toBe(false);
});

const MARKED = 'SA-7K2M-Q4XT-90BD';

test('a line is marked as adopted under its reference, and read as such', () => {
  const marked = markAdopted({ [ID]: LINE }, { [ID]: LINE }, MARKED);
  expect(marked).toEqual({ [ID]: { ...LINE, adoptedUnder: MARKED } });
  expect(readCart(writeCart(marked))).toEqual(marked);
  expect(openLines(marked)).toEqual({});
  expect(openLines({ [ID]: LINE })).toEqual({ [ID]: LINE });
});

test('a line with other seats, another course, or an earlier mark stays as it is', () => {
  const cart = { [ID]: LINE };
  expect(markAdopted(cart, { [ID]: { ...LINE, selectedSeats: 3 } }, MARKED)).toEqual(cart);
  expect(markAdopted(cart, {}, MARKED)).toEqual(cart);
  const before = { [ID]: { ...LINE, adoptedUnder: 'SA-0000-0000-0001' } };
  expect(markAdopted(before, { [ID]: LINE }, MARKED)).toEqual(before);
});

test.each([7, '', 'SA-', '<b>', `SA-${'0'.repeat(40)}`, null])(
  'A-83 a mark that is no reference (%j) is dropped',
  (mark) => {
    expect(readCart({ [ID]: { ...WRITTEN, adoptedUnder: mark } })).toEqual({ [ID]: LINE });
  },
);
