import { describe, expect, test } from 'vitest';
import type { Course } from '@/lib/catalogue/schema';
import { compareSharedCart, conflictsWith, currentEntries } from './rules';
import type { SharedLine } from './schema';

const line = (id: string, overrides: Partial<SharedLine> = {}): SharedLine => ({
  id,
  selectedSeats: 4,
  pricePaise: 100_00,
  branch: 'Civil',
  courseName: 'B.Tech',
  city: 'Indore',
  institute: 'Malwa Institute',
  ...overrides,
});
const course = (id: string, overrides: Partial<Course> = {}): Course => ({
  id,
  city: 'Indore',
  course_name: 'B.Tech',
  branch: 'Civil',
  institute_name: 'Malwa Institute',
  total_seats: 60,
  left_seats: 41,
  price_paise: 100_00,
  ...overrides,
});

describe('a shared cart beside the catalogue', () => {
  test('without a difference has one total', () => {
    const { lines, then, now } = compareSharedCart([line('a')], [course('a')]);
    expect(lines).toEqual([{ line: line('a'), course: course('a'), seats: 4, changes: [] }]);
    expect([then, now]).toEqual(Array(2).fill({ courses: 1, seats: 4, paise: 400_00 }));
  });

  test('marks price, fewer seats, full and not offered, and adds up what can be adopted now', () => {
    const shared = [line('price'), line('fewer'), line('full'), line('gone', { branch: 'Mining' })];
    const courses = [
      course('price', { price_paise: 130_01, branch: 'Civil Engineering' }),
      course('fewer', { left_seats: 3, price_paise: 90_00 }),
      course('full', { left_seats: 0 }),
    ];
    const { lines, then, now } = compareSharedCart(shared, courses);
    expect(lines.map(({ seats, changes }) => [seats, changes.map(({ kind }) => kind)])).toEqual([
      [4, ['price']],
      [3, ['seats', 'price']],
      [0, ['full']],
      [0, ['gone']],
    ]);
    // Names are current where there is a course; the price stays that of the link.
    expect(lines[0]!.line).toEqual(line('price', { branch: 'Civil Engineering' }));
    expect(lines[3]).toMatchObject({ line: shared[3], course: null });
    expect(then).toEqual({ courses: 4, seats: 16, paise: 1600_00 });
    expect(now).toEqual({ courses: 2, seats: 7, paise: 4 * 130_01 + 3 * 90_00 });
    expect(currentEntries(lines).map(({ id, selectedSeats, pricePaise }) => [id, selectedSeats, pricePaise])).toEqual([
      ['price', 4, 130_01],
      ['fewer', 3, 90_00],
    ]);
  });
});

test('a cart conflicts where it has other seats of a course, or has adopted it', () => {
  const cart = {
    same: line('same'),
    other: line('other', { selectedSeats: 5 }),
    adopted: { ...line('adopted'), adoptedUnder: 'SA-7K2M-Q4XT-90BD' },
    own: line('own'),
  };
  expect(conflictsWith(cart, { same: 4, other: 4, adopted: 4, new: 4 })).toEqual(['other', 'adopted']);
});
