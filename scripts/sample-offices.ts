import { asc, eq, inArray, like, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import {
  academicSessions,
  admins,
  billingItems,
  billings,
  courses,
  enrolments,
  institutes,
  officeInstitutes,
  outboundMessages,
  reportDates,
  reportReminders,
  reports,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { endAdminSession, openAdminSession } from '@/lib/accounts/administrators/session';
import { requireInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import { env } from '@/lib/platform/env';
import { hashPassword } from '@/lib/platform/password';
import { endEnrolment, enterStudents } from '@/lib/register/mutations';
import { markStudents } from '@/lib/register/report-mutations';
import { readReport } from '@/lib/register/report-queries';
import { queueReportReminders } from '@/lib/register/report-reminders';

/** Days since the offices joined, and since the report on enrolment was due. */
const [JOINED, DUE] = [90, 20];
/** Of this many students one does not attend. */
const ABSENT = 9;

const USERNAMES = ['office.1@institute.example', 'office.2@institute.example'] as const;

/**
 * Two institutes of the sample have offices and registers, by the functions of the site: the first has stated its report on
 * enrolment, and one of its students left; the report of the second is late. No messages are sent.
 * @param password of both
 * @returns the usernames
 */
export async function openSampleOffices(password: string): Promise<readonly string[]> {
  const chosen = await findInstitutes();
  await setDueDay();
  for (const [index, { id }] of chosen.entries()) {
    const scope = await makeOffice(USERNAMES[index]!, id, password);
    const offers = await db()
      .selectDistinct({ id: courses.id, firstDay: academicSessions.firstDay })
      .from(courses)
      .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
      .innerJoin(billingItems, eq(billingItems.courseId, courses.id))
      .innerJoin(billings, eq(billings.id, billingItems.billingId))
      .where(
        sql`${courses.instituteId} = ${id} and ${academicSessions.state} = 'open' and ${hasState(billings, ADOPTED_STATES)}`,
      );
    for (const offer of offers) await fill(scope, offer);
    if (index === 0) for (const offer of offers) await state(scope, offer.id);
    await endAdminSession(scope);
  }
  await queueReportReminders();
  await db()
    .update(reportReminders)
    .set({ remindedOn: sql`${reportReminders.dueOn} + 1` });
  await db().delete(outboundMessages).where(like(outboundMessages.kind, 'report_%'));
  await db()
    .update(reports)
    .set({ statedAt: sql`${reports.statedAt} - ${DUE + 3} * interval '1 day'` });
  // As on the days on which it is said to have happened, so that sponsors get no e-mails about it.
  await db()
    .update(enrolments)
    .set({
      createdAt: sql`now() - ${JOINED - 1} * interval '1 day'`,
      endedAt: sql`${enrolments.endedAt} - ${DUE} * interval '1 day'`,
    });
  return USERNAMES;
}

/** Two institutes in different cities with a few adopted offers in the open session, all of them adopted before the day. */
async function findInstitutes(): Promise<{ id: string }[]> {
  const rows = await db()
    .select({ id: institutes.id, city: institutes.city })
    .from(institutes)
    .innerJoin(courses, eq(courses.instituteId, institutes.id))
    .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
    .innerJoin(billingItems, eq(billingItems.courseId, courses.id))
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .where(sql`${academicSessions.state} = 'open' and ${hasState(billings, ADOPTED_STATES)}`)
    .groupBy(institutes.id)
    .having(
      sql`count(distinct ${courses.id}) between 2 and 5 and sum(${billingItems.seats}) >= 20
          and max(${billings.verifiedAt}) < now() - ${JOINED} * interval '1 day'`,
    )
    .orderBy(asc(institutes.name), asc(institutes.id));
  const [first] = rows;
  const second = rows.find(({ city }) => city !== first?.city);
  if (!first || !second) throw new Error('The sample has no two institutes for offices');
  return [first, second];
}

const setDueDay = () =>
  db()
    .insert(reportDates)
    .select(
      sql`select ${academicSessions.name}, 'enrolment', (now() at time zone 'Asia/Kolkata')::date - ${DUE}::int
            from ${academicSessions} where ${academicSessions.state} = 'open'`,
    );

async function makeOffice(username: string, instituteId: string, password: string): Promise<InstituteScope> {
  const passwordHash = await hashPassword(password);
  const [account] = await db().insert(admins).values({ username, passwordHash, role: 'head' }).returning();
  const createdAt = sql`now() - ${JOINED} * interval '1 day'`;
  await db().insert(officeInstitutes).values({ adminId: account!.id, instituteId, createdAt });
  const session = (await openAdminSession({ id: account!.id, password_hash: passwordHash }))!;
  const headers = { Authorization: `Bearer ${session.token}` };
  return requireInstitute(new Request(env().APP_URL, { headers }));
}

/** Enters students on most places of an offer. */
async function fill(scope: InstituteScope, { id, firstDay }: { id: string; firstDay: string }): Promise<void> {
  const rolls = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ line: index + 1, roll: `${id.slice(0, 4)}${1001 + index}` }));
  const checked = done(await enterStudents(scope, id, { rows: rolls(1), from_day: firstDay, enter: null }));
  const students = Math.ceil(checked.plan.free * 0.9);
  done(await enterStudents(scope, id, { rows: rolls(students), from_day: firstDay, enter: students }));
}

/** One student left; the report on enrolment says who attends. */
async function state(scope: InstituteScope, courseId: string): Promise<void> {
  const [gone] = await db()
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(inArray(enrolments.courseId, [courseId]))
    .limit(1);
  const left = await db().$count(enrolments, sql`${enrolments.untilDay} is not null`);
  const [today] = await db().execute<{ day: string }>(
    sql`select (now() at time zone 'Asia/Kolkata')::date::text as day`,
  );
  if (left === 0) done(await endEnrolment(scope, gone!.id, { day: today!.day, reason: 'moved' }));
  for (let page = 1, pages = 1, number = 0; page <= pages; page++) {
    const report = (await readReport(scope, courseId, 'enrolment', page))!;
    ({ pages } = report);
    const marks = report.places.map(({ id }) => ({
      student: id,
      mark: ++number % ABSENT === 0 ? ('absent' as const) : ('attends' as const),
    }));
    done(await markStudents(scope, courseId, 'enrolment', { version: report.version, marks, state: page === pages }));
  }
}

function done<T extends { ok: boolean }>(outcome: T): Extract<T, { ok: true }> {
  if (!outcome.ok) throw new Error(`the sample was refused: ${JSON.stringify(outcome)}`);
  return outcome as Extract<T, { ok: true }>;
}
