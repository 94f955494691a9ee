import type { CourseType } from '@/db/schema/enums';
import { placeFinder } from '@/lib/catalogue/places/rules';
import { matches, readQuery, type SearchQuery } from '@/lib/catalogue/search/query';
import { searchText } from '@/lib/catalogue/search/terms';
import { vocabularyOfCourses } from '@/lib/catalogue/search/vocabulary';
import { amountOf, OTHER_INSTITUTES, type ListFilter } from './filter';
import {
  byBranch,
  byCourseNameThenBranch,
  groupByInstitute,
  instituteIdOf,
  LIST_PAGE_SIZE,
} from '@/lib/catalogue/rules';
import type { Course } from '@/lib/catalogue/schema';

/** The largest number of courses on one page, for print: a page of tens of thousands takes all memory of the server. */
export const MAX_ON_ONE_PAGE = 1000;

/** The courses of one institute (null: 'Other Institutes') on a page, or in another order those of all institutes. */
export type ListSection = {
  institute: string | null;
  instituteId: string | null;
  /** True if earlier courses of the institute are on the page before. */
  continued: boolean;
  /** Courses of the institute on all pages. */
  size: number;
  courses: Course[];
};

/**
 * An institute to choose in the filter: the value of the parameter, its name (null: 'Other Institutes'), its courses, and
 * its name in Hindi if it is known.
 * Without names of fields, since a list has a hundred of them.
 */
export type ListedInstitute = readonly [id: string, name: string | null, courses: number, hindi?: string];

type CoursePage = {
  sections: ListSection[];
  /** Courses that match the filter, on all pages. */
  found: number;
  /** How the search of the filter was read; null without one. */
  query: SearchQuery | null;
  page: number;
  pages: number;
  /** Number of the first course on this page, from 1. */
  first: number;
  /** The requested page if it does not exist; the last one is returned instead. */
  missing: number | null;
};

/**
 * Returns one page of a course list. By institute: institutes in alphabetical order, in each the courses by branch, or
 * without a type by course name and branch (specification, 2). By price or seats left: one section of all courses, full
 * ones last.
 * @param courseType the type of the list, which determines the usual order; null for all types
 * @param requested the page, from 1
 */
export function pageOfCourses(
  courses: readonly Course[],
  filter: ListFilter,
  requested: number,
  courseType: CourseType | null,
): CoursePage {
  const compare = courseType ? byBranch : byCourseNameThenBranch;
  const { found, query } = filterCourses(courses, filter);
  const groups =
    filter.sort === 'institute'
      ? groupByInstitute(found, compare)
      : found.length > 0
        ? [{ institute: null, courses: found.toSorted(fullLast(ORDERS[filter.sort](compare))) }]
        : [];
  return { ...pageOf(groups, found.length, filter, requested), query };
}

/**
 * Returns one page of the courses of a category over all cities in one section: by branch, or by price or seats left
 * with full courses last. It cannot be shown on one page: it may have ten thousand courses.
 */
export function pageOfCategory(courses: readonly Course[], filter: ListFilter, requested: number): CoursePage {
  const compare = filter.sort === 'institute' ? byBranch : fullLast(ORDERS[filter.sort](byBranch));
  const { found, query } = filterCourses(courses, filter);
  const groups = found.length > 0 ? [{ institute: null, courses: found.toSorted(compare) }] : [];
  return { ...pageOf(groups, found.length, { ...filter, show: undefined }, requested), query };
}

type Group = { institute: string | null; courses: readonly Course[] };

function pageOf(
  groups: readonly Group[],
  found: number,
  { show }: ListFilter,
  requested: number,
): Omit<CoursePage, 'query'> {
  const size = show === 'all' ? MAX_ON_ONE_PAGE : LIST_PAGE_SIZE;
  const pages = Math.max(1, Math.ceil(found / size));
  const page = Math.min(requested, pages);
  const start = (page - 1) * size;
  let offset = 0;
  const sections = groups.flatMap((group): ListSection[] => {
    const from = Math.max(0, start - offset);
    const shown = group.courses.slice(from, Math.max(0, start + size - offset));
    offset += group.courses.length;
    if (shown.length === 0) return [];
    return [
      {
        institute: group.institute,
        instituteId: instituteIdOf(group.institute, shown),
        continued: from > 0,
        size: group.courses.length,
        courses: shown,
      },
    ];
  });
  const missing = requested === page ? null : requested;
  return { sections, found, page, pages, first: start + 1, missing };
}

type Compare = (a: Course, b: Course) => number;

const fullLast =
  (compare: Compare): Compare =>
  (a, b) =>
    Number(a.left_seats < 1) - Number(b.left_seats < 1) || compare(a, b);

const ORDERS = {
  price:
    (next: Compare): Compare =>
    (a, b) =>
      a.price_paise - b.price_paise || next(a, b),
  seats:
    (next: Compare): Compare =>
    (a, b) =>
      b.left_seats - a.left_seats || next(a, b),
};

function filterCourses(courses: readonly Course[], filter: ListFilter): { found: Course[]; query: SearchQuery | null } {
  const [min, max] = [amountOf(filter.min) ?? 0, amountOf(filter.max) ?? Infinity];
  const query = filter.q === undefined ? null : readQuery(filter.q, vocabularyOfCourses(courses), placeFinder());
  const found = courses.filter(
    (course) =>
      course.price_paise >= min &&
      course.price_paise <= max &&
      (filter.free === undefined || course.left_seats > 0) &&
      (filter.session === undefined || filter.session === course.session) &&
      (filter.institute === undefined || filter.institute === instituteKey(course)) &&
      (query === null || matches(query, searchText(course))),
  );
  return { found, query };
}

const instituteKey = (course: Course) => course.institute_id ?? OTHER_INSTITUTES;

/** Returns the institutes of a list in alphabetical order, 'Other Institutes' last. */
export function institutesOf(courses: readonly Course[]): ListedInstitute[] {
  return groupByInstitute(courses, () => 0).map(({ institute, courses: own }) => {
    const listed = [instituteKey(own[0]!), institute, own.length] as const;
    const hindi = own[0]!.institute_hindi;
    return hindi ? [...listed, hindi] : listed;
  });
}
