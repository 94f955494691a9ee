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
  price_paise: 125000_50,
  ...overrides,
});
const line = (overrides: Partial<QuotedLine> = {}): QuotedLine => ({
  id: 'a',
  selectedSeats: 2,
  pricePaise: 125000_50,
  totalPaise: 250001_00,
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
      { kind: 'seats', leftSeats: 10 },
    ]);
    expect(compareWithCatalogue([line({ selectedSeats: 10 })], [course()])).toEqual([]);
  });

  test('a price and seats that changed together are two changes, in the order of the lines', () => {
    const changes = compareWithCatalogue(
      [line({ id: 'b' }), line({ selectedSeats: 11, pricePaise: 100000_00 })],
      [course()],
    );
    expect(changes).toMatchObject([
      { id: 'b', kind: 'gone' },
      { id: 'a', kind: 'seats', leftSeats: 10 },
      { id: 'a', kind: 'price', fromPaise: 10000000, toPaise: 12500050 },
    ]);
  });
});

describe('a quote', () => {
  test('R-BIZ-01 R-BIZ-03 the total is the plain sum of seats × price, in paise', () => {
    const second = course({ id: 'b', price_paise: 10 });
    const lines = [line(), line({ id: 'b', selectedSeats: 3, pricePaise: 10, totalPaise: 30 })];
    expect(quoteSelection(lines, 250001_30, [course(), second])).toEqual({ ok: true, totalPaise: 250001_30 });
  });

  test.each([
    ['a total of one rupee', [line()], 1_00],
    ['a line total that is wrong', [line({ totalPaise: 1_00 })], 250001_00],
    ['a price that is wrong', [line({ pricePaise: 1_00, totalPaise: 2_00 })], 2_00],
  ])('%s is refused', (_what, lines, total) => {
    expect(quoteSelection(lines, total, [course()])).toEqual({ ok: false, code: 'selection.changed' });
  });

  test('R-VAL-26 more seats than available returns the maximum', () => {
    const lines = [line({ selectedSeats: 11, totalPaise: 1375005_50 })];
    expect(quoteSelection(lines, 1375005_50, [course()])).toEqual({
      ok: false,
      code: 'seats.max',
      params: { available: 10 },
    });
  });

  test('R-VAL-31 a full course returns that none are left', () => {
    expect(quoteSelection([line()], 250001_00, [course({ left_seats: 0 })])).toEqual({
      ok: false,
      code: 'seats.none_left',
    });
  });

  test('R-VAL-30 a course that is unknown or closed is an invalid selection', () => {
    expect(quoteSelection([line()], 250001_00, [])).toEqual({ ok: false, code: 'course.unknown' });
  });
});
