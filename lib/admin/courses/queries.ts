import 'server-only';
import { sql } from '@/db/client';
import { all, raw } from '@/db/fragments';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { OVERDUE_SEATS } from '@/lib/catalogue/statements';
import { cellText } from '@/lib/core/cell';
import { withQueryDeadline } from '@/lib/core/deadline';
import { PAGE_SIZE } from '@/lib/core/list';
import type { AdminCourse, AdminCourseFilter, AdminCourseSort } from './schema';
import { COURSE_VERSION, instituteDetails, type AdminCourseRow } from './statements';

/** Totals of all matching courses, independent of the page. */
export type AdminCourseTotals = { courses: number; seats: number; adopted: number; held: number; left: number };

const ORDER: Record<AdminCourseSort, string> = {
  city: 'lower(p.city)',
  institute: 'lower(p.institute)',
  type: 'p.type_rank',
  branch: 'lower(p.branch)',
  total: 'p.total_seats',
  adopted: 'p.adopted_seats',
  held: 'p.held_seats',
  left: 'p.left_seats',
  price: 'p.price_paise',
  state: 'p.is_open',
  changed: 'p.updated_at',
};
const TYPES = COURSE_TYPES.map((type) => `'${type}'`).join(', ');

/**
 * Returns a page of the catalogue with the totals of all matching courses, in one query. Seats of ended holds count as
 * left, as visitors see them.
 * @param page from 1; a page past the last has no rows
 * @throws DeadlineError when the database does not answer in time
 */
export async function listAdminCourses(
  _scope: AdminScope,
  filter: AdminCourseFilter,
  page: number,
): Promise<{ rows: AdminCourse[]; totals: AdminCourseTotals }> {
  const { type, city, state, sort, dir } = filter;
  const searchWords = cellText(filter.q ?? '')
    .split(' ')
    .filter(Boolean);
  const conditions = searchWords.map(
    (word) => sql()`concat_ws(' ', c.city, i.name, c.branch) ilike ${`%${literal(word)}%`}`,
  );
  if (type !== undefined) conditions.push(sql()`c.course_type = ${type}`);
  if (city !== undefined) conditions.push(sql()`lower(c.city) = lower(${city})`);
  if (state === 'open') conditions.push(sql()`c.is_open`);
  if (state === 'closed') conditions.push(sql()`not c.is_open`);
  const order = raw(`${ORDER[sort]} ${dir} nulls last, lower(p.city), p.type_rank, lower(p.branch), p.id`);
  const found = await withQueryDeadline(
    sql()<(AdminCourseRow & AdminCourseTotals & { of_all: AdminCourseTotals })[]>`
      with matching as materialized (
             select c.id, c.city, i.name as institute, c.course_type, array_position(array[${raw(TYPES)}], c.course_type) as type_rank,
                    c.branch, c.total_seats, c.adopted_seats, c.held_seats - coalesce(free.seats, 0) as held_seats,
                    c.total_seats - c.adopted_seats - c.held_seats + coalesce(free.seats, 0) as left_seats,
                    c.price_paise, c.is_open, c.duration_years, c.institute_id, c.updated_at
               from courses c left join institutes i on i.id = c.institute_id
                    left join ${raw(OVERDUE_SEATS)} free on free.course_id = c.id
              where ${all(conditions)}),
           listed  as (select * from matching where ${raw(state === 'full' ? 'left_seats = 0' : 'true')}),
           sums    as (select count(*)::int as courses, coalesce(sum(total_seats), 0)::float8 as seats,
                              coalesce(sum(adopted_seats), 0)::float8 as adopted, coalesce(sum(held_seats), 0)::float8 as held,
                              coalesce(sum(left_seats), 0)::float8 as left from listed),
           page    as (select * from listed p order by ${order} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE})
      select to_json(s) as of_all, p.id, p.city, p.institute, p.course_type, p.branch, p.total_seats, p.adopted_seats, p.held_seats,
             p.price_paise::int as price_paise, p.is_open,
             p.duration_years, ${raw(instituteDetails('i'))} as institute_details, ${raw(COURSE_VERSION)}
        from sums s left join page p on true left join institutes i on i.id = p.institute_id order by ${order}`,
  );
  const [first] = found;
  if (!first) throw new Error('the sums have no row');
  // A page without courses still has the row with the totals.
  return { rows: found.filter(({ id }) => id !== null).map(toAdminCourse), totals: first.of_all };
}

/** Returns the cities of open and closed courses in alphabetical order. They include the city of every billing line. */
export async function cityNames(_scope: AdminScope): Promise<string[]> {
  const rows = await withQueryDeadline(
    sql()<{ city: string }[]>`select min(city) as city from courses group by lower(city) order by lower(city)`,
  );
  return rows.map(({ city }) => city);
}

/** Escapes a word for use in a LIKE pattern. */
const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&');

/** Converts a row of `courses` to a course as administrators see it. */
export function toAdminCourse(row: AdminCourseRow): AdminCourse {
  const { id, city, institute, course_type, branch, total_seats, adopted_seats, held_seats, is_open, version } = row;
  return {
    id,
    city,
    institute_name: institute,
    course_name: course_type,
    branch,
    total_seats,
    adopted_seats,
    held_seats,
    left_seats: total_seats - adopted_seats - held_seats,
    price_paise: row.price_paise,
    is_open,
    duration_years: row.duration_years,
    institute: row.institute_details,
    updated_at: new Date(row.changed_ms).toISOString(),
    version,
  };
}
