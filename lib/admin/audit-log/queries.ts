import 'server-only';
import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { endOfDay, startOfDay } from '@/db/conditions';
import { auditChain, auditLog, courses, institutes } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Place } from '@/lib/platform/keyset';
import { showsParts } from './rules';
import { AUDIT_PAGE, type AuditAction, type AuditFilter } from '@/lib/accounts/audit-log/schema';

/** An audit log entry; `course` names the course it is about, `cause` is the import entry it belongs to. */
export type AuditEntry = Awaited<ReturnType<typeof readRows>>[number];
export type AuditCourse = NonNullable<AuditEntry['course']>;

/**
 * Returns a page of the audit log, newest first. Pages start below or above an entry (keyset pagination): new entries
 * do not shift pages, and deep pages cost the same as the first.
 * @returns the entries, and whether newer and older matching ones exist
 * @throws DeadlineError when the database does not answer in time
 */
export async function listEntries(
  _scope: AdminScope,
  filter: AuditFilter,
  place: Place = {},
): Promise<{ entries: AuditEntry[]; newer: boolean; older: boolean }> {
  const upwards = place.after !== undefined;
  const start = place.after ?? place.before;
  const conditions = matching(filter);
  const { id } = auditLog;
  const beyond = start === undefined ? undefined : (upwards ? gt : lt)(id, Number(start));
  const found = await readRows(and(...conditions, beyond), upwards ? asc(id) : desc(id), AUDIT_PAGE + 1);
  const more = found.length > AUDIT_PAGE;
  return {
    entries: upwards ? found.slice(-AUDIT_PAGE) : found.slice(0, AUDIT_PAGE),
    newer: upwards ? more : start !== undefined && (await isThere(and(...conditions, gte(id, Number(start))))),
    older: upwards ? await isThere(and(...conditions, lte(id, Number(start)))) : more,
  };
}

/** Returns one entry, or null. */
export async function readEntry(_scope: AdminScope, id: string): Promise<AuditEntry | null> {
  const [entry] = await readRows(eq(auditLog.id, Number(id)), asc(auditLog.id), 1);
  return entry ?? null;
}

/**
 * Returns all actor names in alphabetical order. Skips through the index from name to name, so the number of entries
 * does not matter.
 */
export async function auditActors(_scope: AdminScope): Promise<string[]> {
  const rows = await withQueryDeadline(
    db().execute<{ actor: string }>(sql`
      with recursive known as (
        (select ${auditLog.actor} from ${auditLog} order by ${auditLog.actor} limit 1)
        union all
        select (select ${auditLog.actor} from ${auditLog} where ${auditLog.actor} > known.actor order by ${auditLog.actor} limit 1)
          from known where known.actor is not null
      )
      select actor from known where actor is not null order by actor`),
  );
  return rows.map(({ actor }) => actor);
}

const undo = alias(auditLog, 'undo');

const COURSE = { courseType: courses.courseType, branch: courses.branch, city: courses.city };

/** Returns the course of an id, or null. */
export async function auditCourse(_scope: AdminScope, id: string): Promise<AuditCourse | null> {
  const [course] = await withQueryDeadline(
    db()
      .select({ ...COURSE, institute: institutes.name })
      .from(courses)
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .where(eq(courses.id, id)),
  );
  return course ?? null;
}

/**
 * The state of the hash chain: the number of entries, the hash of the last one (null if there is none), and the id of
 * the first entry that was changed, removed, or added outside the chain (null if the chain holds).
 */
type ChainState = { entries: number; last: string | null; broken: number | null };

/** Checks the hash chain of the whole log. Reads every entry: about a second for 100,000. */
export async function verifyChain(database: Database = db()): Promise<ChainState> {
  const { position, entryId, hash } = auditChain;
  const [state] = await database.execute<ChainState>(sql`
    with chained as (select ${position}, ${entryId}, ${hash}, lag(${hash}, 1, '') over chain as previous_hash,
                            lag(${position}, 1, 0::bigint) over chain as previous_position
                       from ${auditChain} window chain as (order by ${position})),
         broken  as (select chained.position, coalesce(chained.entry_id, ${auditLog.id}) as id
                       from chained full join ${auditLog} on ${auditLog.id} = chained.entry_id
                      where chained.entry_id is null or ${auditLog.id} is null or chained.position <> chained.previous_position + 1
                         or chained.hash <> audit_entry_hash(chained.previous_hash, ${auditLog}))
    select (select count(*) from ${auditLog}) as entries,
           (select ${hash} from ${auditChain} order by ${position} desc limit 1) as last,
           (select id from broken order by position nulls last, id limit 1) as broken`);
  return state!;
}

/** True if the chain has a hash: nothing before the entry of a hash that was noted earlier can have been cut off. */
export const chainHas = async (hash: string, database: Database = db()): Promise<boolean> =>
  (await database.$count(auditChain, eq(auditChain.hash, hash))) > 0;

/** Returns the conditions of a filter on the entries. */
function matching(filter: AuditFilter): (SQL | undefined)[] {
  const { action, who, subject, cause, from, to } = filter;
  return [
    action === undefined ? undefined : eq(auditLog.action, action),
    who === undefined ? undefined : eq(auditLog.actor, who),
    subject === undefined ? undefined : eq(auditLog.subject, subject),
    cause === undefined ? undefined : eq(auditLog.causeId, Number(cause)),
    showsParts(filter) ? undefined : or(isNull(auditLog.causeId), eq(auditLog.action, 'import.undone')),
    from === undefined ? undefined : gte(auditLog.at, startOfDay(from)),
    to === undefined ? undefined : lt(auditLog.at, endOfDay(to)),
  ];
}

async function isThere(condition: SQL | undefined): Promise<boolean> {
  const rows = await withQueryDeadline(db().select({ id: auditLog.id }).from(auditLog).where(condition).limit(1));
  return rows.length > 0;
}

/** Returns the first of the matching entries in this order, newest first. */
async function readRows(condition: SQL | undefined, order: SQL, limit: number) {
  // Selects the page before joining its courses: otherwise the course of every entry would be looked up.
  const page = db().select().from(auditLog).where(condition).orderBy(order).limit(limit).as('page');
  const rows = await withQueryDeadline(
    db()
      .select({
        id: page.id,
        at: page.at,
        actor: page.actor,
        action: sql<AuditAction>`${page.action}`,
        subject: page.subject,
        before: page.before,
        after: page.after,
        cause: page.causeId,
        isUndone: sql<boolean>`exists (select from ${auditLog} ${undo} where ${undo.causeId} = ${page.id} and ${undo.action} = 'import.undone')`,
        course: COURSE,
        institute: institutes.name,
      })
      .from(page)
      .leftJoin(courses, eq(courses.id, sql`case when ${page.action} like 'course.%' then ${page.subject}::uuid end`))
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .orderBy(desc(page.id)),
  );
  return rows.map(({ course, institute, ...entry }) => ({ ...entry, course: course && { ...course, institute } }));
}
