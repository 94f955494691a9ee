import { describe, expect, test, vi } from 'vitest';
import { COURSE_TYPES } from '@/db/schema/enums';
import { getTranslator } from '@/lib/platform/i18n/server';
import {
  byBranch,
  byCourseNameThenBranch,
  byTypeThenBranch,
  districtMatcher,
  groupByInstitute,
  keepValidCourses,
  NoValidCoursesError,
  parseCourses,
  requireValidCourses,
  offerText,
} from './rules';
import { coursesSchema, courseTypeSlug, toApiCourse, toCourseType, type Course } from './schema';

function course(over: Partial<Course> = {}): Course {
  return {
    id: 'c1',
    city: 'Indore',
    course_name: 'B.Tech',
    branch: 'Civil Engineering',
    institute_name: 'Government Engineering College, Indore',
    total_seats: 60,
    left_seats: 22,
    price_paise: 85000_00,
    ...over,
  };
}

const without = (key: keyof Course) => Object.fromEntries(Object.entries(course()).filter(([name]) => name !== key));

describe('valid courses', () => {
  test.each(['id', 'price_paise', 'course_name'] as const)('R-ENT-19 a course without %s is invalid', (key) => {
    for (const raw of [without(key), { ...course(), [key]: null }, { ...course(), [key]: '' }]) {
      const { courses, dropped } = parseCourses([raw]);
      expect(courses).toEqual([]);
      expect(dropped).toHaveLength(1);
      expect(dropped[0]?.reason).toContain(`${key}: `);
    }
  });

  test.each(['city', 'branch', 'institute_name'] as const)('R-ENT-19 a course without %s is valid', (key) => {
    expect(parseCourses([without(key)]).courses).toEqual([course({ [key]: '' })]);
  });

  test.each(['total_seats', 'left_seats'] as const)('R-ENT-20 %s must be a whole number of 0 or more', (key) => {
    for (const seats of [null, undefined, NaN, Infinity, '5', -1, 1.5, [5], true]) {
      expect(parseCourses([{ ...course(), [key]: seats }]).courses, String(seats)).toEqual([]);
    }
    expect(parseCourses([course({ total_seats: 0, left_seats: 0 })]).courses).toHaveLength(1);
  });

  test('more seats left than the total is invalid (A-34)', () => {
    expect(parseCourses([course({ total_seats: 60, left_seats: 60 })]).courses).toHaveLength(1);
    expect(parseCourses([course({ total_seats: 60, left_seats: 61 })]).dropped).toEqual([
      { id: 'c1', reason: 'left_seats: more than total_seats' },
    ]);
  });

  test('the price is in whole paise and not negative', () => {
    expect(parseCourses([course({ price_paise: 0 })]).courses).toHaveLength(1);
    for (const price of ['85000', -1, 0.5, NaN, Infinity, null])
      expect(parseCourses([{ ...course(), price_paise: price }]).courses, String(price)).toEqual([]);
  });

  test('R-ENT-06 R-ENT-19 the price in the API is a numeric string in rupees, finite and not negative', () => {
    const parsed = (price?: unknown) => coursesSchema.safeParse([{ ...toApiCourse(course()), price_per_seat: price }]);
    expect(toApiCourse(course())).toMatchObject({ price_per_seat: '85000.00' });
    for (const [price, paise] of [
      ['0', 0],
      ['85000', 85000_00],
      ['85000.5', 85000_50],
      ['85000.50', 85000_50],
    ] as const)
      expect(parsed(price).data, price).toEqual([course({ price_paise: paise })]);
    for (const price of [85000, '-1', 'NaN', 'Infinity', '1e5', '1,25,000', '85000.005', ' 85000', '', '9'.repeat(400)])
      expect(parsed(price).success, String(price)).toBe(false);
    for (const price of [null, undefined]) expect(parsed(price).success).toBe(false);
  });

  test('R-ENT-21 invalid courses are dropped and logged by id and reason, the others keep their order', () => {
    const warn = vi.fn();
    const raw = [course({ id: 'a' }), { ...course(), id: 'b', left_seats: -1 }, null, course({ id: 'd' })];
    const loaded = keepValidCourses(raw, warn);
    expect(loaded.courses.map(({ id }) => id)).toEqual(['a', 'd']);
    expect(loaded.dropped).toBe(2);
    expect(warn.mock.calls).toEqual([
      ['course_dropped', { id: 'b', reason: expect.stringContaining('left_seats') }],
      ['course_dropped', { id: '', reason: expect.any(String) }],
    ]);
  });

  test('a response may have the list as `courses` (A-33), and unknown fields are dropped', () => {
    expect(parseCourses([{ ...course(), locked_seats: 38 }]).courses).toEqual([course()]);
    const list = [{ ...toApiCourse(course()), locked_seats: 38 }];
    for (const answer of [list, { courses: list }]) expect(coursesSchema.safeParse(answer).data).toEqual([course()]);
    for (const other of [{ list }, null, '<html>']) expect(coursesSchema.safeParse(other).success).toBe(false);
  });

  test.each([[[]], [[{ ...course(), id: '' }]], [[null, '<html>']]])(
    "R-ERR-09 a load without valid courses raises 'No valid courses available': %j",
    (raw) => {
      const load = () => requireValidCourses(raw, () => undefined);
      expect(load).toThrow(NoValidCoursesError);
      expect(load).toThrow('No valid courses available');
    },
  );

  test('R-ERR-09 a part of a non-empty catalogue may be empty', () => {
    expect(requireValidCourses([], () => undefined, true)).toEqual({ courses: [], dropped: 0 });
  });

  test('R-ERR-09 a load with one valid course throws nothing', () => {
    expect(requireValidCourses([course(), { id: 'x' }], () => undefined)).toEqual({ courses: [course()], dropped: 1 });
  });
});

test('R-ENT-18 the course types are M.Tech, B.Tech, Diploma, Polytechnic and ITI, case-insensitive', () => {
  expect(COURSE_TYPES).toEqual(['M.Tech', 'B.Tech', 'Diploma', 'Polytechnic', 'ITI']);
  expect(toCourseType('b.TECH')).toBe('B.Tech');
  expect(toCourseType('MBA')).toBeNull();
});

test('A-53 each course type has its own slug, everything else the neutral one', () => {
  const dyes = COURSE_TYPES.map((type) => courseTypeSlug(type));
  expect(new Set([...dyes, 'all']).size).toBe(COURSE_TYPES.length + 1);
  expect([courseTypeSlug(null), courseTypeSlug('MBA')]).toEqual(['all', 'all']);
});

describe('order and groups', () => {
  const branches = (courses: Course[]) => courses.map(({ branch }) => branch);

  test('R-LIST-04 within a type courses are sorted by branch, ignoring case', () => {
    const courses = ['mechanical Engineering', 'Civil Engineering', 'Trade 10', 'Trade 9', 'Electrical'].map((branch) =>
      course({ branch }),
    );
    expect(branches(courses.sort(byBranch))).toEqual([
      'Civil Engineering',
      'Electrical',
      'mechanical Engineering',
      'Trade 9',
      'Trade 10',
    ]);
  });

  test('R-LIST-04 equal branches have a stable order', () => {
    const [a, b] = [course({ id: 'a' }), course({ id: 'b' })];
    expect([b, a].sort(byBranch)).toEqual([a, b]);
    expect([a, b].sort(byBranch)).toEqual([a, b]);
  });

  test('R-LIST-05 without a type courses are sorted by course name, then branch', () => {
    const courses = [
      course({ course_name: 'ITI', branch: 'Fitter' }),
      course({ course_name: 'B.Tech', branch: 'Mechanical' }),
      course({ course_name: 'ITI', branch: 'Electrician' }),
      course({ course_name: 'B.Tech', branch: 'Civil' }),
    ];
    expect(courses.sort(byCourseNameThenBranch).map((c) => `${c.course_name} ${c.branch}`)).toEqual([
      'B.Tech Civil',
      'B.Tech Mechanical',
      'ITI Electrician',
      'ITI Fitter',
    ]);
  });

  test('R-LIST-02 one group per institute, each sorted', () => {
    const groups = groupByInstitute(
      [
        course({ id: '1', institute_name: 'Malwa Institute', branch: 'Mechanical' }),
        course({ id: '2', institute_name: 'Govt College', branch: 'Civil' }),
        course({ id: '3', institute_name: ' Malwa Institute ', branch: 'Civil' }),
      ],
      byBranch,
    );
    expect(groups.map(({ institute, courses }) => [institute, courses.map(({ id }) => id)])).toEqual([
      ['Govt College', ['2']],
      ['Malwa Institute', ['3', '1']],
    ]);
  });

  test('R-LIST-03 courses without an institute form one group, the last one', () => {
    const raw = [
      course({ id: '1', institute_name: '' }),
      { ...course({ id: '2' }), institute_name: null },
      course({ id: '3', institute_name: '  ' }),
    ];
    const { courses } = parseCourses([...raw, course({ id: '4', institute_name: 'Zoology College' })]);
    const groups = groupByInstitute(courses, byBranch);
    expect(groups.map(({ institute, courses: own }) => [institute, own.map(({ id }) => id)])).toEqual([
      ['Zoology College', ['4']],
      [null, ['1', '2', '3']],
    ]);
  });
});

test('R-WIZ-08 over all types courses are sorted by type in the product’s order, then by branch', () => {
  const courses = [
    course({ id: '1', course_name: 'ITI', branch: 'Fitter' }),
    course({ id: '2', course_name: 'M.Tech', branch: 'VLSI' }),
    course({ id: '3', course_name: 'B.Tech', branch: 'mining' }),
    course({ id: '4', course_name: 'B.Tech', branch: 'Civil' }),
    course({ id: '5', course_name: 'Other', branch: 'Any' }),
  ];
  expect(courses.toSorted(byTypeThenBranch).map(({ id }) => id)).toEqual(['2', '4', '3', '1', '5']);
});

test('an offer says its year of study unless it is the first, and its session where it is named', () => {
  const t = getTranslator('en', 'common');
  expect(offerText(t, { session: '2026-27', years: 4 }, false)).toBe('4-year course');
  expect(offerText(t, { session: '2026-27', studyYear: 2, years: 4 }, true)).toBe('2026-27, year 2 of 4');
  expect(offerText(t, { session: '2026-27', studyYear: 2, years: null }, false)).toBe('year 2');
  expect(offerText(t, { session: '2026-27', studyYear: 1 }, false)).toBe('');
});

describe('districts', () => {
  const districtOf = districtMatcher([
    { district: 'INDORE' },
    { district: 'Agar Malwa', aliases: ['Agar'] },
    { district: 'Agar' },
    { district: 'East Nimar' },
    { district: 'Khargone', aliases: null },
    { district: 'Narmadapuram', aliases: ['Hoshangabad'] },
    { district: 'Narsinghpur', aliases: [] },
  ]);

  test("R-REG-18 'INDORE' matches the city 'Indore', trimmed and ignoring case", () => {
    for (const city of ['Indore', 'indore', '  INDORE ']) expect(districtOf(city)).toBe('INDORE');
    expect(districtOf('agar  malwa')).toBe('Agar Malwa');
  });

  test('R-REG-18 a name takes precedence over an alias', () => {
    expect(districtOf('Agar')).toBe('Agar');
    expect(districtOf('hoshangabad')).toBe('Narmadapuram');
  });

  test.each([
    ['Khandwa', 'East Nimar'],
    ['Khandwa (East Nimar)', 'East Nimar'],
    ['West Nimar', 'Khargone'],
    ['Narsimhapur', 'Narsinghpur'],
  ])('R-REG-18 %s is found as %s (A-50)', (city, district) => expect(districtOf(city)).toBe(district));

  test('R-REG-18 a city without a matching district has none', () => {
    for (const city of ['Atlantis', '', ' ']) expect(districtOf(city)).toBeNull();
    expect(districtOf('Waidhan')).toBeNull();
  });
});
