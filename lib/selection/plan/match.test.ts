import { describe, expect, test } from 'vitest';
import type { Course } from '@/lib/catalogue/schema';
import { placeFinder } from '@/lib/catalogue/places/rules';
import { planSeats } from './match';
import type { Wishes } from './wishes';

const course = (id: string, changes: Partial<Course> = {}): Course => ({
  id,
  city: 'Indore',
  course_name: 'B.Tech',
  branch: 'Mechanical Engineering',
  institute_name: 'A College',
  total_seats: 20,
  left_seats: 10,
  price_paise: 100,
  ...changes,
});
const plan = (courses: readonly Course[], changes: Partial<Wishes> = {}) =>
  planSeats(
    courses,
    {
      budget: 1_000_000,
      types: [],
      words: '',
      place: '',
      km: null,
      aim: 'students',
      min: 1,
      max: Infinity,
      ...changes,
    },
    placeFinder(),
  );
const chosen = (courses: readonly Course[], changes?: Partial<Wishes>) =>
  plan(courses, changes)?.lines.map(({ course: { id }, seats }) => [id, seats]);

describe('planSeats', () => {
  test('takes only courses that fit the types and the words', () => {
    const courses = [
      course('mech'),
      course('cse', { branch: 'Computer Science and Engineering' }),
      course('iti', { course_name: 'ITI', branch: 'Mechanic Diesel' }),
    ];
    expect(chosen(courses, { types: ['ITI'] })).toEqual([['iti', 10]]);
    expect(chosen(courses, { words: 'CSE' })).toEqual([['cse', 10]]);
    expect(chosen(courses, { words: 'mech', types: ['B.Tech'] })).toEqual([['mech', 10]]);
    expect(plan(courses, { words: 'astrology' })).toMatchObject({ lines: [], matching: 0 });
  });

  test('a place without a distance is that city, in either language; with one also its neighbours', () => {
    const courses = [
      course('indore'),
      course('pithampur', { city: 'Pithampur' }),
      course('rewa', { city: 'Rewa' }),
      course('nowhere', { city: 'Nowhere Nagar' }),
    ];
    expect(chosen(courses, { place: 'indore' })).toEqual([['indore', 10]]);
    expect(chosen(courses, { place: 'इंदौर' })).toEqual([['indore', 10]]);
    expect(chosen(courses, { place: 'Indore', km: 50 })).toEqual([
      ['indore', 10],
      ['pithampur', 10],
    ]);
    expect(chosen(courses, { words: 'near Pithampur' })).toEqual([
      ['indore', 10],
      ['pithampur', 10],
    ]);
    expect(chosen(courses, { place: 'Nowhere Nagar', km: 50 })).toEqual([['nowhere', 10]]);
    expect(plan(courses, { place: 'Atlantis' })).toBeNull();
  });

  test('leaves out full courses and courses without a price, and counts the others', () => {
    const courses = [course('full', { left_seats: 0 }), course('free', { price_paise: 0 }), course('open')];
    expect(plan(courses, { budget: 250 })).toMatchObject({
      lines: [{ course: { id: 'open' }, seats: 2 }],
      count: 2,
      paise: 200,
      countBound: 2,
      paiseBound: 200,
      matching: 1,
    });
  });

  test('limits count for an institute in its city', () => {
    const courses = [
      course('a'),
      course('b', { branch: 'Civil' }),
      course('c', { city: 'Rewa' }),
      course('d', { institute_name: 'B College' }),
    ];
    const lines = plan(courses, { max: 3 })!.lines;
    const of = (ids: string[]) =>
      lines.reduce((sum, { course: { id }, seats }) => (ids.includes(id) ? sum + seats : sum), 0);
    expect([of(['a', 'b']), of(['c']), of(['d'])]).toEqual([3, 3, 3]);
  });
});
