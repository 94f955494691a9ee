import 'server-only';
import type { Sql } from 'postgres';
import type { AdminInstitute } from './schema';
import type { CourseType } from '@/lib/catalogue/schema';
import { writeCoursesText } from '@/lib/catalogue/statements';
import { MAX_SEATS } from '@/lib/core/limits';

/** Parameters of CHANGE_COURSE: null leaves a value unchanged; the price in paise. */
export type ChangeValues = {
  courseId: string;
  version: string;
  totalSeats: number | null;
  pricePaise: number | null;
  isOpen: boolean | null;
  /** Undefined leaves it unchanged. */
  durationYears?: number | null;
  adminId: string | null;
  actor: string;
};

/** A row of `courses` as returned by the statement. */
export type AdminCourseRow = {
  id: string;
  city: string;
  institute: string | null;
  course_type: CourseType;
  branch: string;
  total_seats: number;
  adopted_seats: number;
  held_seats: number;
  price_paise: number;
  is_open: boolean;
  duration_years: number | null;
  institute_details: AdminInstitute | null;
  /** Time of the last change, in epoch milliseconds. */
  changed_ms: number;
  version: string;
};

/** The details of an institute as AdminInstitute, or null without one. */
export const instituteDetails = (
  row: string,
) => `case when ${row}.id is not null then json_build_object('id', ${row}.id,
  'address', ${row}.address, 'website', ${row}.website, 'kind', ${row}.kind, 'contact', ${row}.contact,
  'version', ${row}.updated_at::text) end`;

/** The time of the last change of a course `p`, and the version derived from it. */
export const COURSE_VERSION = `floor(extract(epoch from p.updated_at) * 1000)::float8 as changed_ms, p.updated_at::text as version`;

export type ChangeVerdict = 'fine' | 'changed_meanwhile' | 'below_taken';

/**
 * Changes a course and writes its audit log entries. The row is locked first, and version and seats are checked against
 * the row that the lock returned: the newest version, regardless of the statement's snapshot. Unchanged values write
 * nothing. Returns no row if the course does not exist.
 */
export const CHANGE_COURSE = `
with locked  as (select c.*, c.adopted_seats + c.held_seats as taken from courses c where c.id = $1::uuid for no key update of c),
     judged  as (select l.*, coalesce($3::int, l.total_seats) as new_total, coalesce($4::bigint, l.price_paise) as new_price,
                        coalesce($5::boolean, l.is_open) as new_open,
                        case when $8::boolean then $9::int else l.duration_years end as new_duration,
                        case when l.updated_at::text <> $2::text then 'changed_meanwhile'
                             when coalesce($3::int, ${MAX_SEATS}) < l.taken then 'below_taken'
                             else 'fine' end as verdict
                   from locked l),
     changed as (${writeCoursesText(
       `judged l where l.verdict = 'fine'
                    and (l.total_seats, l.price_paise, l.is_open, l.duration_years)
                        is distinct from (l.new_total, l.new_price, l.new_open, l.new_duration)`,
       {
         total_seats: 'l.new_total',
         price_paise: 'l.new_price',
         is_open: 'l.new_open',
         duration_years: 'l.new_duration',
         updated_at: 'clock_timestamp()',
       },
     )}
                 returning c.*),
     logged  as (insert into audit_log (admin_id, actor, action, subject, before, after)
                 select $6::uuid, $7::text, e.action, c.id::text, e.before, e.after
                   from changed c join judged j on j.id = c.id
                  cross join lateral (values
                        ('course.changed', (j.total_seats, j.price_paise, j.duration_years)
                                           is distinct from (c.total_seats, c.price_paise, c.duration_years),
                         jsonb_build_object('total_seats', j.total_seats, 'price_paise', j.price_paise)
                         || case when j.duration_years is null then '{}'
                                 else jsonb_build_object('duration_years', j.duration_years) end,
                         jsonb_build_object('total_seats', c.total_seats, 'price_paise', c.price_paise)
                         || case when j.duration_years is null and c.duration_years is null then '{}'
                                 else jsonb_build_object('duration_years', c.duration_years) end),
                        (case when c.is_open then 'course.opened' else 'course.closed' end, j.is_open <> c.is_open,
                         jsonb_build_object('is_open', j.is_open), jsonb_build_object('is_open', c.is_open))
                       ) as e(action, happened, before, after)
                  where e.happened)
select j.verdict, j.id, j.city, i.name as institute, j.course_type, j.branch, coalesce(c.total_seats, j.total_seats) as total_seats,
       j.adopted_seats, j.held_seats, coalesce(c.price_paise, j.price_paise)::int as price_paise,
       coalesce(c.is_open, j.is_open) as is_open,
       case when c.id is null then j.duration_years else c.duration_years end as duration_years,
       ${instituteDetails('i')} as institute_details, ${COURSE_VERSION}
  from judged j left join changed c on true left join institutes i on i.id = j.institute_id
       cross join lateral (select coalesce(c.updated_at, j.updated_at) as updated_at) p`;

/** Returns the parameters of CHANGE_COURSE in order. */
export function changeParameters(values: ChangeValues) {
  const { courseId, version, totalSeats, pricePaise, isOpen, durationYears, adminId, actor } = values;
  const duration = [durationYears !== undefined, durationYears ?? null];
  return [courseId, version, totalSeats, pricePaise, isOpen, adminId, actor, ...duration];
}

/** Runs CHANGE_COURSE. */
export async function runChangeCourse(
  sql: Sql,
  values: ChangeValues,
): Promise<(AdminCourseRow & { verdict: ChangeVerdict }) | undefined> {
  const [row] = await sql.unsafe<(AdminCourseRow & { verdict: ChangeVerdict })[]>(
    CHANGE_COURSE,
    changeParameters(values),
    {
      prepare: true,
    },
  );
  return row;
}
