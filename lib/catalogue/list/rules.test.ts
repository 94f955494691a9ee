import { describe, expect, test } from 'vitest';
import { parseListFilter } from './filter';
import { LIST_PAGE_SIZE } from '@/lib/catalogue/rules';
import { institutesOf, MAX_ON_ONE_PAGE, pageOfCategory, pageOfCourses } from './rules';
import type { Course } from '@/lib/catalogue/schema';

const IDS = {
  Alpha: '3f2b8a52-1b5e-4a5e-9a63-0d2a3a0c8f10',
  Beta: '9a63b8a5-1b5e-4a5e-9a63-0d2a3a0c8f11',
};

let made = 0;
const course = (overrides: Partial<Course>): Course => ({
  id: `c${String(++made).padStart(5, '0')}`,
  city: 'Pithampur',
  course_name: 'B.Tech',
  branch: 'Civil Engineering',
  institute_name: 'Alpha',
  institute_id: IDS[(overrides.institute_name ?? 'Alpha') as keyof typeof IDS] ?? null,
  total_seats: 60,
  left_seats: 10,
  price_paise: 100_000_00,
  ...overrides,
});

const list = (courses: Course[], params: Record<string, string> = {}) => {
  const { filter, page } = parseListFilter(params);
  return pageOfCourses(courses, filter, page, 'B.Tech');
};
const branches = (courses: Course[], params: Record<string, string> = {}) =>
  list(courses, params).sections.map((section) => [section.institute, ...section.courses.map(({ branch }) => branch)]);

const some = [
  course({ branch: 'Textile', institute_name: 'Beta', price_paise: 70_000_00, left_seats: 3 }),
  course({ branch: 'Civil Engineering', left_seats: 0, price_paise: 50_000_00 }),
  course({ branch: 'Computer Science and Engineering', price_paise: 90_000_00, left_seats: 40 }),
  course({ branch: 'Mining', institute_name: '', price_paise: 60_000_00, left_seats: 5 }),
];

describe('the order of a course list', () => {
  test('R-LIST-02 R-LIST-03 R-LIST-04 by institute, then by branch, also full courses', () => {
    expect(branches(some)).toEqual([
      ['Alpha', 'Civil Engineering', 'Computer Science and Engineering'],
      ['Beta', 'Textile'],
      [null, 'Mining'],
    ]);
    expect(list(some).sections.map(({ instituteId }) => instituteId)).toEqual([IDS.Alpha, IDS.Beta, null]);
  });

  test('R-LIST-03 R-LIST-04 without a type by course name, then branch, also full courses', () => {
    const courses = [
      course({ course_name: 'ITI', branch: 'Carpenter' }),
      course({ course_name: 'B.Tech', branch: 'Textile' }),
      course({ course_name: 'B.Tech', branch: 'Civil Engineering', left_seats: 0 }),
    ];
    const { filter } = parseListFilter({});
    expect(
      pageOfCourses(courses, filter, 1, null).sections[0]!.courses.map(({ course_name, branch }) => [
        course_name,
        branch,
      ]),
    ).toEqual([
      ['B.Tech', 'Civil Engineering'],
      ['B.Tech', 'Textile'],
      ['ITI', 'Carpenter'],
    ]);
  });

  test('by price and by seats left in one section, full courses last', () => {
    expect(branches(some, { sort: 'price' })).toEqual([
      [null, 'Mining', 'Textile', 'Computer Science and Engineering', 'Civil Engineering'],
    ]);
    expect(branches(some, { sort: 'seats' })).toEqual([
      [null, 'Computer Science and Engineering', 'Mining', 'Textile', 'Civil Engineering'],
    ]);
  });
});

describe('the filters of a course list', () => {
  test('institute, seats left and prices', () => {
    expect(branches(some, { institute: IDS.Beta })).toEqual([['Beta', 'Textile']]);
    expect(branches(some, { institute: 'other' })).toEqual([[null, 'Mining']]);
    expect(branches(some, { free: '1', max: '90000' })).toEqual([
      ['Alpha', 'Computer Science and Engineering'],
      ['Beta', 'Textile'],
      [null, 'Mining'],
    ]);
    expect(branches(some, { min: '60000.01', max: '89999.99' })).toEqual([['Beta', 'Textile']]);
    expect(list(some, { max: '1' })).toMatchObject({ sections: [], found: 0, page: 1, pages: 1 });
    expect(list(some, { max: '1', sort: 'price' })).toMatchObject({ sections: [], found: 0 });
  });

  test('a session; offers of one branch are by session and year of study', () => {
    const offers = [
      course({ session: '2027-28', study_year: 2, price_paise: 3 }),
      course({ session: '2027-28', study_year: 1, price_paise: 2 }),
      course({ session: '2026-27', study_year: 1, price_paise: 1 }),
    ];
    const prices = (params: Record<string, string>) =>
      list(offers, params).sections.flatMap(({ courses }) => courses.map(({ price_paise }) => price_paise));
    expect(prices({})).toEqual([1, 2, 3]);
    expect(prices({ session: '2027-28' })).toEqual([2, 3]);
    expect(parseListFilter({ session: '2027-29' }).problems).toEqual(['session']);
  });

  test('a search by branch, short form, Hindi or institute', () => {
    for (const q of ['computer', 'CSE', 'cs', 'कंप्यूटर', 'alpha computer'])
      expect([q, branches(some, { q })]).toEqual([q, [['Alpha', 'Computer Science and Engineering']]]);
  });

  test('the institutes to choose from, with their courses', () => {
    expect(institutesOf(some)).toEqual([
      [IDS.Alpha, 'Alpha', 2],
      [IDS.Beta, 'Beta', 1],
      ['other', null, 1],
    ]);
  });
});

describe('the pages of a course list', () => {
  const many = [
    ...Array.from({ length: LIST_PAGE_SIZE - 10 }, (_, index) => course({ branch: `Alpha ${index}` })),
    ...Array.from({ length: 25 }, (_, index) => course({ branch: `Beta ${index}`, institute_name: 'Beta' })),
  ];

  test('a group is continued on the next page, and no course is lost or twice', () => {
    const [one, two] = [list(many), list(many, { page: '2' })];
    expect(
      one.sections.map(({ institute, continued, size, courses }) => [institute, continued, size, courses.length]),
    ).toEqual([
      ['Alpha', false, 50, 50],
      ['Beta', false, 25, 10],
    ]);
    expect(two.sections.map(({ institute, continued, courses }) => [institute, continued, courses.length])).toEqual([
      ['Beta', true, 15],
    ]);
    expect([one.first, two.first, one.pages, two.found]).toEqual([1, 61, 2, 75]);
    const ids = [one, two].flatMap(({ sections }) => sections.flatMap(({ courses }) => courses.map(({ id }) => id)));
    expect(new Set(ids).size).toBe(75);
  });

  test('a page that does not exist is the last one, and is reported', () => {
    expect(list(many, { page: '9' })).toMatchObject({ page: 2, missing: 9 });
    expect(list([], {})).toMatchObject({ sections: [], page: 1, pages: 1, missing: null });
  });

  test('all courses on one page for print', () => {
    expect(list(many, { show: 'all' })).toMatchObject({ found: 75, page: 1, pages: 1 });
    expect(list(many, { show: 'all' }).sections.flatMap(({ courses }) => courses)).toHaveLength(75);
  });

  test('a page has no more than MAX_ON_ONE_PAGE courses, whatever is asked for', () => {
    const tooMany = Array.from({ length: MAX_ON_ONE_PAGE + 1 }, (_, index) => course({ branch: `Civil ${index}` }));
    const pages = [list(tooMany, { show: 'all' }), list(tooMany, { show: 'all', page: '2' })];
    expect(pages.map(({ pages, first, sections }) => [pages, first, sections[0]!.courses.length])).toEqual([
      [2, 1, MAX_ON_ONE_PAGE],
      [2, MAX_ON_ONE_PAGE + 1, 1],
    ]);
  });
});

describe('R-WIZ-08 a category over all cities', () => {
  const category = (courses: Course[], params: Record<string, string> = {}) => {
    const { filter, page } = parseListFilter(params);
    return pageOfCategory(courses, filter, page);
  };

  test('is by branch, also full courses; by price they are the last', () => {
    const branchesOf = (params?: Record<string, string>) =>
      category(some, params).sections.flatMap(({ courses }) => courses.map(({ branch }) => branch));
    expect(branchesOf()).toEqual(['Civil Engineering', 'Computer Science and Engineering', 'Mining', 'Textile']);
    expect(branchesOf({ sort: 'price' })).toEqual([
      'Mining',
      'Textile',
      'Computer Science and Engineering',
      'Civil Engineering',
    ]);
    expect(branchesOf({ q: 'beta', free: '1' })).toEqual(['Textile']);
  });

  test('has pages of 60, never one of all', () => {
    const many = Array.from({ length: 130 }, () => course({ city: 'Rewa' }));
    expect(category(many, { show: 'all', page: '3' })).toMatchObject({ found: 130, page: 3, pages: 3, first: 121 });
    expect(category(many, { page: '9' })).toMatchObject({ page: 3, missing: 9 });
    expect(category([])).toMatchObject({ found: 0, pages: 1, sections: [] });
  });
});
