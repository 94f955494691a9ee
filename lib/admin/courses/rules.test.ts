import { describe, expect, test } from 'vitest';
import { editOf, minTotalSeats, typedRupees } from './rules';
import { courseEditSchema, type AdminCourse } from './schema';

describe('the form of a course', () => {
  const course: AdminCourse = {
    id: '3f1f8f2e-6b1c-4c39-9a55-0d5a5b8f3a11',
    city: 'Bhopal',
    institute_name: null,
    course_name: 'B.Tech',
    branch: 'Civil',
    branch_hindi: null,
    session: '2026-27',
    study_year: 1,
    total_seats: 60,
    adopted_seats: 8,
    held_seats: 4,
    left_seats: 48,
    price_paise: 125000_00,
    is_open: true,
    duration_years: null,
    institute: null,
    updated_at: '2026-11-21T10:00:00.000Z',
    version: 'x',
  };

  test('returns the changed values, with any grouping of the price', () => {
    expect(editOf(course, {})).toEqual({ ok: true, edit: {} });
    expect(editOf(course, { total: '60', price: '₹1,25,000.00', isOpen: true })).toEqual({ ok: true, edit: {} });
    expect(editOf(course, { total: ' 1,200 ', price: '1,30,000.5', isOpen: false })).toEqual({
      ok: true,
      edit: { total_seats: 1200, price_paise: 130000_50, is_open: false },
    });
  });

  test('returns a changed or cleared Hindi name, and refuses one that is not Hindi', () => {
    expect(editOf(course, { hindi: ' सिविल  शाखा ' })).toEqual({ ok: true, edit: { branch_hindi: 'सिविल शाखा' } });
    expect(editOf({ ...course, branch_hindi: 'सिविल' }, { hindi: '' })).toEqual({
      ok: true,
      edit: { branch_hindi: '' },
    });
    expect(editOf(course, { hindi: 'Civil' })).toEqual({
      ok: false,
      problems: { hindi: 'Please write the name in Hindi, with at most 200 characters' },
    });
  });

  test.each([['10001'], ['-1'], ['1.5'], ['many'], ['']])('refuses %j as a number of seats', (total) => {
    expect(editOf(course, { total })).toEqual({
      ok: false,
      problems: { total: 'Total seats must be a whole number from 0 to 10,000' },
    });
  });

  test.each([['1.234'], ['1,2,3'], ['1,00,00,000.01'], ['-5'], ['1.25 million'], ['']])(
    'says that %j is no price',
    (price) => {
      expect(editOf(course, { total: 'x', price })).toEqual({
        ok: false,
        problems: {
          total: 'Total seats must be a whole number from 0 to 10,000',
          price: 'The price must be an amount from ₹0 to ₹1,00,00,000 with at most two decimals',
        },
      });
    },
  );

  test('shows prices grouped, and decimals only if there are paise', () => {
    expect([125000_00, 1234567_05, 0, 99_90].map(typedRupees)).toEqual(['1,25,000', '12,34,567.05', '0', '99.90']);
  });

  test('the minimum total is the sum of adopted and held seats', () => expect(minTotalSeats(course)).toBe(12));
});

describe('the body of an edit', () => {
  const problemOf = (body: unknown) => {
    const parsed = courseEditSchema.safeParse(body);
    return parsed.success ? parsed.data : parsed.error.issues[0]!.message;
  };

  test('is parsed with the price in paise', () => {
    expect(problemOf({ total_seats: 70, price_per_seat: '125000.50', is_open: false, version: 'v' })).toEqual({
      total_seats: 70,
      price_paise: 1_25_000_50,
      is_open: false,
      version: 'v',
    });
    expect(problemOf({ price_per_seat: 10000000, version: 'v' })).toEqual({
      price_paise: 1_00_00_000_00,
      version: 'v',
    });
  });

  test('has a Hindi name, which an empty text clears', () => {
    expect(problemOf({ branch_hindi: ' सिविल ', version: 'v' })).toEqual({ branch_hindi: 'सिविल', version: 'v' });
    expect(problemOf({ branch_hindi: '', version: 'v' })).toEqual({ branch_hindi: null, version: 'v' });
    expect(problemOf({ branch_hindi: 'Civil', version: 'v' })).toBe('course.branch_hindi');
  });

  test.each([-1, 10_001, 1.5, 2 ** 53, Infinity, NaN, null, '60', ['60'], {}, true])(
    'refuses %j seats',
    (total_seats) => expect(problemOf({ total_seats, version: 'v' })).toBe('course.total_range'),
  );

  test.each([-1, 0.001, 10_000_000.01, 1e309, null, '', '1,25,000', 'NaN', ['1'], {}, true])(
    'refuses the price %j',
    (price_per_seat) => expect(problemOf({ price_per_seat, version: 'v' })).toBe('course.price_range'),
  );

  test.each([
    ['nothing to change', { version: 'v' }],
    ['no version', { is_open: true }],
    ['an unknown key', { is_open: true, version: 'v', adopted_seats: 0 }],
    ['a text for a switch', { is_open: 'true', version: 'v' }],
  ])('refuses %s', (_, body) => expect(courseEditSchema.safeParse(body).success).toBe(false));
});
