import 'server-only';
import type { Fragment } from 'postgres';
import { sql } from '@/db/client';
import { all, endOfDay, raw, startOfDay } from '@/db/fragments';
import type { AdminScope } from '@/lib/admin/accounts/session';
import type { CourseType } from '@/lib/catalogue/schema';
import { withQueryDeadline } from '@/lib/core/deadline';
import { showsParts } from './rules';
import { AUDIT_PAGE, type AuditAction, type AuditFields, type AuditFilter, type AuditPlace } from './schema';

/** An audit log entry; `course` names the course it is about, `cause` is the import entry it belongs to. */
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
 * Returns a page of the audit log, newest first. Pages start below or above an entry (keyset pagination): new entries
 * do not shift pages, and deep pages cost the same as the first.
 * @returns the entries, and whether newer and older matching ones exist
 * @throws DeadlineError when the database does not answer in time
 */
export async function listEntries(
  _scope: AdminScope,
  filter: AuditFilter,
  place: AuditPlace = {},
): Promise<{ entries: AuditEntry[]; newer: boolean; older: boolean }> {
  const upwards = place.after !== undefined;
  const start = place.after ?? place.before;
  const conditions = matching(filter);
  const beyond = start === undefined ? [] : [sql()`l.id ${raw(upwards ? '>' : '<')} ${start}::bigint`];
  const order = raw(`l.id ${upwards ? 'asc' : 'desc'}`);
  const found = await readRows(
    sql()`where ${all([...conditions, ...beyond])} order by ${order} limit ${AUDIT_PAGE + 1}`,
  );
  const more = found.length > AUDIT_PAGE;
  return {
    entries: upwards ? found.slice(-AUDIT_PAGE) : found.slice(0, AUDIT_PAGE),
    newer: upwards ? more : start !== undefined && (await isThere([...conditions, sql()`l.id >= ${start}::bigint`])),
    older: upwards ? await isThere([...conditions, sql()`l.id <= ${start!}::bigint`]) : more,
  };
}

/** Returns one entry, or null. */
export async function readEntry(_scope: AdminScope, id: string): Promise<AuditEntry | null> {
  const [entry] = await readRows(sql()`where l.id = ${id}::bigint`);
  return entry ?? null;
}

/**
 * Returns all actor names in alphabetical order. Skips through the index from name to name, so the number of entries
 * does not matter.
 */
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

/** Returns the course of an id, or null. */
export async function auditCourse(_scope: AdminScope, id: string): Promise<AuditCourse | null> {
  const [course] = await withQueryDeadline(
    sql()<AuditCourse[]>`
      select c.course_type as "courseType", c.branch, i.name as institute, c.city
        from courses c left join institutes i on i.id = c.institute_id where c.id = ${id}`,
  );
  return course ?? null;
}

/**
 * The state of the hash chain: the number of entries, the hash of the last one (null if there is none), and the id of
 * the first entry that was changed, removed, or added outside the chain (null if the chain holds).
 */
export type ChainState = { entries: number; last: string | null; broken: number | null };

/** Checks the hash chain of the whole log. Reads every entry: about a second for 100,000. */
export async function verifyChain(connection = sql()): Promise<ChainState> {
  const [state] = await connection<[ChainState]>`
    with chained as (select c.*, lag(c.hash, 1, '') over w as previous, lag(c.position, 1, 0::bigint) over w as before
                       from audit_chain c window w as (order by c.position)),
         broken  as (select c.position, coalesce(c.entry_id, l.id) as id
                       from chained c full join audit_log l on l.id = c.entry_id
                      where c.entry_id is null or l.id is null or c.position <> c.before + 1
                         or c.hash <> audit_entry_hash(c.previous, l))
    select (select count(*) from audit_log)::float8 as entries,
           (select hash from audit_chain order by position desc limit 1) as last,
           (select id from broken order by position nulls last, id limit 1)::float8 as broken`;
  return state;
}

/** True if the chain has a hash: nothing before the entry of a hash that was noted earlier can have been cut off. */
export async function chainHas(hash: string, connection = sql()): Promise<boolean> {
  return (await connection`select 1 from audit_chain where hash = ${hash}`).length > 0;
}

/** Returns the SQL conditions of a filter on the entries `l`. */
function matching(filter: AuditFilter): Fragment[] {
  const { action, who, subject, cause, from, to } = filter;
  const conditions: Fragment[] = [];
  if (action !== undefined) conditions.push(sql()`l.action = ${action}`);
  if (who !== undefined) conditions.push(sql()`l.actor = ${who}`);
  if (subject !== undefined) conditions.push(sql()`l.subject = ${subject}`);
  if (cause !== undefined) conditions.push(sql()`l.cause_id = ${cause}::bigint`);
  if (!showsParts(filter)) conditions.push(sql()`l.cause_id is null`);
  if (from !== undefined) conditions.push(sql()`l.at >= ${startOfDay(from)}`);
  if (to !== undefined) conditions.push(sql()`l.at < ${endOfDay(to)}`);
  return conditions;
}

async function isThere(conditions: readonly Fragment[]): Promise<boolean> {
  const rows = await withQueryDeadline(sql()`select 1 from audit_log l where ${all(conditions)} limit 1`);
  return rows.length > 0;
}

type Row = Omit<AuditEntry, 'at' | 'course'> & { at_ms: number; course: AuditCourse | { branch: null } };

/** Returns the selected entries, newest first. */
async function readRows(selection: Fragment): Promise<AuditEntry[]> {
  // Selects the page before joining its courses: otherwise the course of every entry would be looked up.
  const rows = await withQueryDeadline(
    sql()<Row[]>`
    with page as (select l.* from audit_log l ${selection})
    select p.id::float8 as id, floor(extract(epoch from p.at) * 1000)::float8 as at_ms, p.actor, p.action, p.subject, p.before, p.after, p.cause_id::float8 as cause,
           json_build_object('courseType', c.course_type, 'branch', c.branch, 'institute', i.name, 'city', c.city) as course
      from page p
      left join courses c on c.id = case when p.action like 'course.%' then p.subject::uuid end
      left join institutes i on i.id = c.institute_id
     order by p.id desc`,
  );
  return rows.map(({ at_ms, course, ...entry }) => ({
    ...entry,
    at: new Date(at_ms),
    course: course.branch === null ? null : course,
  }));
}
