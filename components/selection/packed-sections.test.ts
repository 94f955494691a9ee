import { expect, test } from 'vitest';
import type { Course } from '@/lib/catalogue/schema';
import { packSections, unpackSections } from './packed-sections';

const course = (id: string, institute: string, overrides: Partial<Course> = {}): Course => ({
  id,
  city: 'Indore',
  course_name: 'B.Tech',
  branch: 'Civil Engineering',
  institute_name: institute,
  total_seats: 60,
  left_seats: 4,
  price_paise: 125_000_50,
  session: '2026-27',
  study_year: 1,
  institute_id: `id of ${institute}`,
  ...overrides,
});
const section = (institute: string, courses: Course[]) => ({
  institute,
  instituteId: `id of ${institute}`,
  continued: false,
  size: 9,
  courses,
});

test('sections arrive as they were, and a course takes little more than its id', () => {
  const sections = [
    section('Alpha', [course('a', 'Alpha'), course('b', 'Alpha', { course_name: 'ITI', left_seats: 0 })]),
    section('Gamma', [
      course('d', 'Gamma', { institute_hindi: 'गामा', branch_hindi: 'सिविल' }),
      course('e', 'Gamma', { institute_hindi: 'गामा', duration_years: 2 }),
    ]),
    section('Beta', [
      course('c', 'Beta', { duration_years: 3, city: 'Dewas', session: '2027-28', study_year: 2 }),
      course('f', 'Beta', { reserved_seats: 2, reserved_until: new Date('2027-06-30T18:29:59Z') }),
    ]),
  ];
  expect(unpackSections(packSections(sections))).toEqual(sections);
  const many = Array.from({ length: 60 }, (_, index) => course(`3f2b8a52-1b5e-4a5e-9a63-0d2a3a0c8f${index}`, 'Alpha'));
  expect(JSON.stringify(packSections([section('Alpha', many)])).length).toBeLessThan(60 * 90);
  expect(unpackSections(packSections([]))).toEqual([]);
});
