import 'server-only';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/session';
import type { CourseType } from '@/lib/catalogue/schema';
import { withQueryDeadline } from '@/lib/core/deadline';
import { showsParts } from './rules';
import { AUDIT_PAGE, type AuditAction, type AuditFields, type AuditFilter, type AuditPlace } from './schema';

/** An entry of the log; `course` names the course that it is about, `cause` the entry of the import that it is a part of. */
export type AuditEntry = {
  id: number;
  at: Date;
  actor: string;
  action: AuditAction;
  subject: string | null;
  before: AuditFields | null;
  after: AuditFields | null;
  cause: number | null;
  course: AuditCourse | null;
};
export type AuditCourse = { courseType: CourseType; branch: string; institute: string | null; city: string };

/**
 * A page of the log, newest first. It starts below or above an entry instead of counting pages: entries that come meanwhile
 * move no page, and the millionth is found as fast as the first.
 * @returns the entries, and whether there are newer and older ones that match
 * @throws DeadlineError when the database does not answer in time
 */
export async function listEntries(
  _scope: AdminScope,
  filter: AuditFilter,
  place: AuditPlace = {},
): Promise<{ entries: AuditEntry[]; newer: boolean; older: boolean }> {
  const upwards = place.after !== undefined;
  const start = place.after ?? place.before;
  const at =
    start === undefined ? sql()`` : upwards ? sql()`and l.id > ${start}::bigint` : sql()`and l.id < ${start}::bigint`;
  const found = await withQueryDeadline(
    readRows(
      sql()`${matching(filter)} ${at} order by l.id ${upwards ? sql()`asc` : sql()`desc`} limit ${AUDIT_PAGE + 1}`,
    ),
  );
  const more = found.length > AUDIT_PAGE;
  return {
    entries: upwards ? found.slice(-AUDIT_PAGE) : found.slice(0, AUDIT_PAGE),
    newer: upwards ? more : start !== undefined && (await isThere(filter, sql()`and l.id >= ${start}::bigint`)),
    older: upwards ? await isThere(filter, sql()`and l.id <= ${start!}::bigint`) : more,
  };
}

/** One entry, or null. */
export async function readEntry(_scope: AdminScope, id: string): Promise<AuditEntry | null> {
  const [entry] = await withQueryDeadline(readRows(sql()`where l.id = ${id}::bigint`));
  return entry ?? null;
}

/** The names that the log knows, in alphabetical order: from each the next in the index, however many entries there are. */
export async function auditActors(_scope: AdminScope): Promise<string[]> {
  const rows = await withQueryDeadline(
    sql()<{ actor: string }[]>`
      with recursive known as (
        (select actor from audit_log order by actor limit 1)
        union all
        select (select l.actor from audit_log l where l.actor > k.actor order by l.actor limit 1) from known k where k.actor is not null
      )
      select actor from known where actor is not null order by actor`,
  );
  return rows.map(({ actor }) => actor);
}

/** The course of an id, or null. */
export async function auditCourse(_scope: AdminScope, id: string): Promise<AuditCourse | null> {
  const [course] = await withQueryDeadline(
    sql()<AuditCourse[]>`
      select c.course_type as "courseType", c.branch, i.name as institute, c.city
        from courses c left join institutes i on i.id = c.institute_id where c.id = ${id}`,
  );
  return course ?? null;
}

type Fragment = ReturnType<ReturnType<typeof sql>>;

function matching(filter: AuditFilter): Fragment {
  const { action, who, subject, cause, from, to } = filter;
  const none = sql()``;
  return sql()`
    where true
      ${action === undefined ? none : sql()`and l.action = ${action}`}
      ${who === undefined ? none : sql()`and l.actor = ${who}`}
      ${subject === undefined ? none : sql()`and l.subject = ${subject}`}
      ${cause === undefined ? none : sql()`and l.cause_id = ${cause}::bigint`}
      ${showsParts(filter) ? none : sql()`and l.cause_id is null`}
      ${from === undefined ? none : sql()`and l.at >= (${from}::text::date::timestamp at time zone 'Asia/Kolkata')`}
      ${to === undefined ? none : sql()`and l.at < ((${to}::text::date + 1)::timestamp at time zone 'Asia/Kolkata')`}`;
}

async function isThere(filter: AuditFilter, at: Fragment): Promise<boolean> {
  const rows = await withQueryDeadline(sql()`select 1 from audit_log l ${matching(filter)} ${at} limit 1`);
  return rows.length > 0;
}

type Row = Omit<AuditEntry, 'at' | 'course'> & { at_ms: number; course: AuditCourse | { branch: null } };

/** The selected entries, newest first. */
async function readRows(selection: Fragment): Promise<AuditEntry[]> {
  // The page first, then its courses: joined before it is cut, every entry's course would be looked up.
  const rows = await sql()<Row[]>`
    with page as (select l.* from audit_log l ${selection})
    select p.id::float8 as id, floor(extract(epoch from p.at) * 1000)::float8 as at_ms, p.actor, p.action, p.subject, p.before, p.after, p.cause_id::float8 as cause,
           json_build_object('courseType', c.course_type, 'branch', c.branch, 'institute', i.name, 'city', c.city) as course
      from page p
      left join courses c on c.id = case when p.action like 'course.%' then p.subject::uuid end
      left join institutes i on i.id = c.institute_id
     order by p.id desc`;
  return rows.map(({ at_ms, course, ...entry }) => ({
    ...entry,
    at: new Date(at_ms),
    course: course.branch === null ? null : course,
  }));
}
