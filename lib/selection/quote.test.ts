import { describe, expect, test } from 'vitest';
import type { Course } from '@/lib/catalogue/schema';
import { compareWithCatalogue, quoteSelection, type QuotedLine } from './quote';

const course = (overrides: Partial<Course> = {}): Course => ({
  id: 'a',
  city: 'Bhopal',
  course_name: 'B.Tech',
  branch: 'Civil',
  institute_name: 'LNCT',
  total_seats: 60,
  left_seats: 10,
  price_per_seat: '125000.50',
  ...overrides,
});
const line = (overrides: Partial<QuotedLine> = {}): QuotedLine => ({
  id: 'a',
  selectedSeats: 2,
  pricePerSeat: 125000.5,
  totalPrice: 250001,
  ...overrides,
});

describe('a selection and the current catalogue', () => {
  test('nothing changed', () => {
    expect(compareWithCatalogue([line()], [course()])).toEqual([]);
  });

  test('a course that no longer exists', () => {
    expect(compareWithCatalogue([line()], [])).toEqual([{ id: 'a', kind: 'gone' }]);
  });

  test('a full course is reported as full whatever was selected', () => {
    const full = course({ left_seats: 0 });
    expect(compareWithCatalogue([line()], [full])).toEqual([{ id: 'a', kind: 'full', course: full }]);
  });

  test('fewer seats than selected, exactly enough seats', () => {
    expect(compareWithCatalogue([line({ selectedSeats: 11 })], [course()])).toMatchObject([
      { kind: 'seats', available: 10 },
    ]);
    expect(compareWithCatalogue([line({ selectedSeats: 10 })], [course()])).toEqual([]);
  });

  test('a price and seats that changed together are two changes, in the order of the lines', () => {
    const changes = compareWithCatalogue(
      [line({ id: 'b' }), line({ selectedSeats: 11, pricePerSeat: 100000 })],
      [course()],
    );
    expect(changes).toMatchObject([
      { id: 'b', kind: 'gone' },
      { id: 'a', kind: 'seats', available: 10 },
      { id: 'a', kind: 'price', fromPaise: 10000000, toPaise: 12500050 },
    ]);
  });
});

describe('a quote', () => {
  test('R-BIZ-01 R-BIZ-03 the total is the plain sum of seats × price, in paise', () => {
    const second = course({ id: 'b', price_per_seat: '0.10' });
    const lines = [line(), line({ id: 'b', selectedSeats: 3, pricePerSeat: 0.1, totalPrice: 0.3 })];
    expect(quoteSelection(lines, 250001.3, [course(), second])).toEqual({ ok: true, totalPaise: 25000130 });
  });

  test.each([
    ['a total of one rupee', [line()], 1],
    ['a line total that is wrong', [line({ totalPrice: 1 })], 250001],
    ['a price that is wrong', [line({ pricePerSeat: 1, totalPrice: 2 })], 2],
  ])('%s is refused', (_what, lines, total) => {
    expect(quoteSelection(lines, total, [course()])).toEqual({ ok: false, code: 'selection.changed' });
  });

  test('R-VAL-26 more seats than available returns the maximum', () => {
    const lines = [line({ selectedSeats: 11, totalPrice: 1375005.5 })];
    expect(quoteSelection(lines, 1375005.5, [course()])).toEqual({
      ok: false,
      code: 'seats.max',
      params: { available: 10 },
    });
  });

  test('R-VAL-31 a full course returns that none are left', () => {
    expect(quoteSelection([line()], 250001, [course({ left_seats: 0 })])).toEqual({
      ok: false,
      code: 'seats.none_left',
    });
  });

  test('R-VAL-30 a course that is unknown or closed is an invalid selection', () => {
    expect(quoteSelection([line()], 250001, [])).toEqual({ ok: false, code: 'course.unknown' });
  });
});
