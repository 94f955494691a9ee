import 'server-only';
import { and, countDistinct, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { withLongStatements, type Database } from '@/db/client';
import { isLiveHold } from '@/db/hold-conditions';
import { academicSessions, billingItems, billings, courses, reportDates, reports } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { REPORT_KINDS, type ReportKind } from '@/db/schema/report-kinds';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import type { AuditFields } from '@/lib/accounts/audit-log/schema';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { nameOfSession } from '@/lib/catalogue/session';
import type { Outcome, Problem } from '@/lib/platform/errors';
import { HOLD_SECONDS } from '@/lib/adoption/core/hold-rules';
import { IMPORT_STATEMENT_MS } from '@/lib/platform/limits';
import { previewOpening, readReportDates, sessionBefore } from './queries';
import { inviteToRenew, NOBODY_INVITED, type Invited } from './renewals';
import { addStatement } from './statements';
import type { GivenReportDates, NewSession, Opening, SessionAction, SessionEdit } from './schema';

type Session = typeof academicSessions.$inferSelect;
type Days = Omit<SessionEdit, 'version'>;

const columnsOf = ({ first_day, last_day, adopting_from, adopting_until }: Days) => ({
  firstDay: first_day,
  lastDay: last_day,
  adoptingFrom: adopting_from,
  adoptingUntil: adopting_until,
});

const fieldsOf = ({ firstDay, lastDay, adoptingFrom, adoptingUntil }: Omit<Session, 'name' | 'state' | 'version'>) => ({
  first_day: firstDay,
  last_day: lastDay,
  adopting_from: adoptingFrom,
  adopting_until: adoptingUntil,
});

/** Lets one administrator after the other change sessions; reading them and adopting do not wait. */
const lockSessions = (tx: Database) => tx.execute(sql`lock table ${academicSessions} in share row exclusive mode`);

/** Locks a session; adoptions of its seats that have begun end first. @returns its row, or why it is not that of the page */
async function lockSession(tx: Database, name: string, version: number): Promise<Outcome<{ session: Session }>> {
  await lockSessions(tx);
  const [session] = await tx
    .select()
    .from(academicSessions)
    .where(eq(academicSessions.name, name))
    .for('no key update');
  if (!session) return { ok: false, code: 'session.not_found' };
  if (session.version !== version) return { ok: false, code: 'session.changed_meanwhile' };
  return { ok: true, session };
}

/** Why days cannot be those of a session; null if they can. */
async function problemOfDays(
  tx: Database,
  name: string,
  { first_day, last_day }: Days,
): Promise<({ ok: false } & Problem) | null> {
  const expected = nameOfSession(Number(first_day.slice(0, 4)));
  if (expected !== name) return { ok: false, code: 'session.name_of_year', params: { name: expected } };
  const [other] = await tx
    .select({ name: academicSessions.name })
    .from(academicSessions)
    .where(
      and(
        ne(academicSessions.name, name),
        sql`daterange(${academicSessions.firstDay}, ${academicSessions.lastDay}, '[]')
            && daterange(${first_day}::text::date, ${last_day}::text::date, '[]')`,
      ),
    );
  return other ? { ok: false, code: 'session.overlaps', params: { other: other.name } } : null;
}

/**
 * Plans a session; nothing of it is public before it opens.
 * @returns 'session.exists', 'session.name_of_year' or 'session.overlaps'
 */
export function planSession(scope: AdminScope, { name, ...days }: NewSession): Promise<Outcome<{ name: string }>> {
  return transaction(async (tx) => {
    await lockSessions(tx);
    const [same] = await tx.select().from(academicSessions).where(eq(academicSessions.name, name));
    if (same) return { ok: false, code: 'session.exists' };
    const problem = await problemOfDays(tx, name, days);
    if (problem) return problem;
    const columns = columnsOf(days);
    await tx.insert(academicSessions).values({ name, ...columns });
    const after: AuditFields = { session: name, ...fieldsOf(columns) };
    await recordAction(scope, { action: 'session.planned', after }, tx);
    return { ok: true, name };
  });
}

/**
 * Changes the days of a session that is planned or open.
 * @returns 'session.closed' for another one, 'session.changed_meanwhile', or a problem as planSession does
 */
export function changeSession(scope: AdminScope, name: string, edit: SessionEdit): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    const { version, ...days } = edit;
    const locked = await lockSession(tx, name, version);
    if (!locked.ok) return locked;
    const { session } = locked;
    if (session.state === 'closed') return { ok: false, code: 'session.closed' };
    const problem = await problemOfDays(tx, name, days);
    if (problem) return problem;
    const columns = columnsOf(days);
    await setSession(tx, session, columns);
    const [before, after] = [fieldsOf(session), fieldsOf(columns)].map((fields) => ({ session: name, ...fields }));
    await recordAction(scope, { action: 'session.changed', before, after }, tx);
    return { ok: true };
  });
}

/**
 * Sets the days on which reports of a session are due; those that were made stay made.
 * @returns 'session.changed_meanwhile'; 'report.dates_order' for a day before the session; 'report.dates_stated' for a report
 * that institutes have stated, and that would have no day. `field`: the kind of the report that it is about
 */
export function setReportDates(
  scope: AdminScope,
  name: string,
  { version, ...days }: GivenReportDates,
): Promise<Outcome<object> & { field?: ReportKind }> {
  return transaction(async (tx): Promise<Outcome<object> & { field?: ReportKind }> => {
    const locked = await lockSession(tx, name, version);
    if (!locked.ok) return locked;
    const { session } = locked;
    const early = REPORT_KINDS.find((kind) => days[kind] !== null && days[kind] < session.firstDay);
    if (early) return { ok: false, code: 'report.dates_order', field: early };
    const before = await readReportDates(scope, name, tx);
    const removed = REPORT_KINDS.filter((kind) => days[kind] === null);
    const isStated = and(eq(courses.session, name), inArray(reports.kind, removed), isNotNull(reports.statedAt));
    const [stated] = await tx
      .select({ kind: reports.kind })
      .from(reports)
      .innerJoin(courses, eq(courses.id, reports.courseId))
      .where(isStated)
      .limit(1);
    if (stated) return { ok: false, code: 'report.dates_stated', field: stated.kind };
    await tx
      .insert(reportDates)
      .values(REPORT_KINDS.map((kind) => ({ session: name, kind, dueOn: days[kind] })))
      .onConflictDoUpdate({ target: [reportDates.session, reportDates.kind], set: { dueOn: sql`excluded.due_on` } });
    await setSession(tx, session, {});
    await recordAction(
      scope,
      { action: 'session.reports_dated', before: { session: name, ...before }, after: { session: name, ...days } },
      tx,
    );
    return { ok: true };
  });
}

/**
 * Opens or closes a session, or invites sponsors to renew.
 *
 * Opening adds the offers that the dry run showed, and invites the sponsors whose students continue (inviteToRenew); a
 * closed session opens again with those it has. Inviting does the same for adoptions and offers that were added since.
 * Closing ends adopting: adoptions stay, and drafts of its seats are refused.
 * @returns 'session.already' if it is open or closed as wanted, or was never open; 'session.changed_meanwhile'; for opening
 * 'session.unknown_source', 'session.no_offers', 'session.price_range' (some prices would be above the maximum) and
 * 'session.plan_changed' (the dry run would show something else now); for closing 'session.live_holds'; for inviting
 * 'session.nobody_invited'
 */
export function actOnSession(scope: AdminScope, name: string, action: SessionAction): Promise<Outcome<object>> {
  if (action.action === 'close')
    return transaction(async (tx): Promise<Outcome<object>> => {
      const locked = await lockSession(tx, name, action.version);
      if (!locked.ok) return locked;
      const { session } = locked;
      if (session.state !== 'open') return { ok: false, code: 'session.already', params: { state: session.state } };
      const holds = await liveHolds(tx, name);
      if (holds > 0)
        return { ok: false, code: 'session.live_holds', params: { count: holds, minutes: HOLD_SECONDS / 60 } };
      await setSession(tx, session, { state: 'closed' });
      await recordAction(scope, { action: 'session.closed', after: { session: name } }, tx);
      return { ok: true };
    });
  return withLongStatements(IMPORT_STATEMENT_MS, async (database) => {
    // Seats of ended holds and reservations are free, and are to be reserved as well.
    await releaseExpiredHolds(undefined, database);
    return transaction(
      (tx) =>
        action.action === 'invite' ? inviteAgain(tx, scope, name, action) : openSession(tx, scope, name, action),
      database,
    );
  });
}

/** Invites those sponsors to renew who were not invited when the session opened. */
async function inviteAgain(
  tx: Database,
  scope: AdminScope,
  name: string,
  { version, unpaid }: Extract<SessionAction, { action: 'invite' }>,
): Promise<Outcome<object>> {
  const locked = await lockSession(tx, name, version);
  if (!locked.ok) return locked;
  const { session } = locked;
  if (session.state !== 'open') return { ok: false, code: 'session.already', params: { state: session.state } };
  const invited = await invite(tx, scope, name, unpaid);
  if (invited.sponsors === 0) return { ok: false, code: 'session.nobody_invited' };
  await setSession(tx, session, {});
  await recordAction(
    scope,
    { action: 'session.invited', after: { session: name, unpaid: unpaid === 'yes', ...auditOf(invited) } },
    tx,
  );
  return { ok: true };
}

const auditOf = ({ sponsors, seats }: Invited): AuditFields => ({ sponsors, reserved: seats });

async function invite(tx: Database, scope: AdminScope, name: string, unpaid: Opening['unpaid']): Promise<Invited> {
  const last = await sessionBefore(name, tx);
  return last === null ? NOBODY_INVITED : inviteToRenew(tx, scope.adminId, name, last, unpaid);
}

async function openSession(
  tx: Database,
  scope: AdminScope,
  name: string,
  { version, offers, seats, from, percent, continuing, unpaid }: Extract<SessionAction, { action: 'open' }>,
): Promise<Outcome<object>> {
  const locked = await lockSession(tx, name, version);
  if (!locked.ok) return locked;
  const { session } = locked;
  if (session.state === 'open') return { ok: false, code: 'session.already', params: { state: session.state } };
  // A session that was open before has its offers.
  const opening = { from: session.state === 'planned' ? from : undefined, percent, continuing, unpaid };
  if (opening.from !== undefined) {
    const isSource = and(eq(academicSessions.name, opening.from), ne(academicSessions.name, name));
    if ((await tx.$count(academicSessions, isSource)) === 0) return { ok: false, code: 'session.unknown_source' };
  }
  const plan = await previewOpening(name, opening, tx);
  const now = plan.total.now;
  if (!now) return { ok: false, code: 'session.no_offers' };
  if (plan.tooDear > 0) return { ok: false, code: 'session.price_range', params: { count: plan.tooDear } };
  if (now.offers !== offers || now.seats !== seats) return { ok: false, code: 'session.plan_changed' };
  await tx.execute(addStatement(name, opening));
  await setSession(tx, session, { state: 'open' });
  const invited = await invite(tx, scope, name, unpaid);
  const after: AuditFields = {
    session: name,
    offers,
    seats,
    ...(opening.from !== undefined && { from: opening.from, percent, continuing: continuing === 'yes' }),
    ...(invited.sponsors > 0 && { unpaid: unpaid === 'yes', ...auditOf(invited) }),
  };
  await recordAction(scope, { action: 'session.opened', after }, tx);
  return { ok: true };
}

/** The number of adoptions with seats of a session that wait for a payment. */
async function liveHolds(tx: Database, name: string): Promise<number> {
  const [row] = await tx
    .select({ count: countDistinct(billings.id) })
    .from(billings)
    .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
    .where(and(isLiveHold(billings), eq(billingItems.session, name)));
  return row!.count;
}

const setSession = (tx: Database, { name, version }: Session, columns: Partial<Session>) =>
  tx
    .update(academicSessions)
    .set({ ...columns, version: version + 1 })
    .where(eq(academicSessions.name, name));
