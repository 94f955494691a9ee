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
  users,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { endAdminSession, openAdminSession, type AdminScope } from '@/lib/accounts/administrators/session';
import { requireInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import { acknowledgeRelease, changeRelease, recordRelease, stateUse } from '@/lib/funds/mutations';
import { readFunds, readOfficeFunds, type InstituteFunds } from '@/lib/funds/queries';
import { indianIsoDay } from '@/lib/platform/dates';
import { env } from '@/lib/platform/env';
import { hashPassword } from '@/lib/platform/password';
import { endEnrolment, enterStudents } from '@/lib/register/mutations';
import { markStudents } from '@/lib/register/report-mutations';
import { readReport } from '@/lib/register/report-queries';
import { queueReportReminders } from '@/lib/register/report-reminders';
import { openSampleAdmin } from './sample-administration';

/** Days since the offices joined, and since the report on enrolment was due. */
const [JOINED, DUE] = [90, 20];
/** Of this many students one does not attend. */
const ABSENT = 9;
const DAY_MS = 24 * 60 * 60 * 1000;

const USERNAMES = ['office.1@institute.example', 'office.2@institute.example'] as const;

/**
 * Two institutes with seats of one sponsor have offices and registers, by the functions of the site: the first has stated its
 * report on enrolment, one of its students left, and it has used a part of the money that was passed on; the report of the second
 * is late, and it has not stated what it used. No messages are sent.
 * @param password of both offices, and from now on of the sponsor
 * @returns the usernames of the offices, and the e-mail address of the sponsor
 */
export async function openSampleOffices(password: string): Promise<{ offices: readonly string[]; sponsor: string }> {
  const { chosen, userId } = await findInstitutes();
  const [sponsor] = await db()
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, userId))
    .returning();
  const admin = await openSampleAdmin();
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
    await passOn(admin, id, `UTR0000000000${index + 1}`);
    if (index === 0) await spend(scope);
    await endAdminSession(scope);
  }
  await endAdminSession(admin);
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
  return { offices: USERNAMES, sponsor: sponsor!.email };
}

/** Two institutes in different cities with a few paid offers of one account in the open session, all of them adopted before the day. */
async function findInstitutes(): Promise<{ chosen: { id: string }[]; userId: string }> {
  const rows = await db()
    .select({ id: institutes.id, city: institutes.city, userId: billings.userId })
    .from(institutes)
    .innerJoin(courses, eq(courses.instituteId, institutes.id))
    .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
    .innerJoin(billingItems, eq(billingItems.courseId, courses.id))
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .innerJoin(users, eq(users.id, billings.userId))
    .where(
      sql`${academicSessions.state} = 'open' and ${hasState(billings, ADOPTED_STATES)} and ${users.kind} = 'registered'`,
    )
    .groupBy(institutes.id, billings.userId)
    .having(
      sql`count(distinct ${courses.id}) between 2 and 5 and sum(${billingItems.seats}) >= 20
          and max(${billings.verifiedAt}) < now() - ${JOINED} * interval '1 day'`,
    )
    .orderBy(asc(institutes.name), asc(institutes.id));
  for (const first of rows) {
    const second = rows.find(({ city, userId }) => city !== first.city && userId === first.userId);
    if (second) return { chosen: [first, second], userId: first.userId };
  }
  throw new Error('The sample has no sponsor with seats at two institutes for offices');
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

/** Half of what was received for each line with students is passed on, by an administrator who is alone. */
async function passOn(admin: AdminScope, instituteId: string, reference: string): Promise<void> {
  const [{ lines }] = (await readFunds(admin, instituteId)) as [InstituteFunds];
  const { id } = done(
    await recordRelease(admin, {
      ...{ kind: 'passed_on', institute_id: instituteId, mode: 'NEFT', bank_reference: reference, remark: '' },
      paid_on: indianIsoDay(new Date(Date.now() - DUE * DAY_MS)),
      lines: lines.map((line) => ({
        reference: line.reference,
        course_id: line.courseId,
        amount: Math.floor(line.passablePaise / 2),
      })),
    }),
  );
  done(await changeRelease(admin, id, { action: 'confirm', reason: 'As on the statement (illustrative)' }));
}

/** The office has received the money, and used two thirds of it for tuition. */
async function spend(scope: InstituteScope): Promise<void> {
  const { releases: received, offers } = await readOfficeFunds(scope);
  for (const { id, paidOn } of received) done(await acknowledgeRelease(scope, id, paidOn));
  for (const { id, years } of offers) {
    const { year, passedPaise } = years[0]!;
    const used = Math.floor((passedPaise * 2) / 3);
    done(await stateUse(scope, id, { financial_year: year, used, heads: { tuition: used }, revision: 0 }));
  }
}

function done<T extends { ok: boolean }>(outcome: T): Extract<T, { ok: true }> {
  if (!outcome.ok) throw new Error(`the sample was refused: ${JSON.stringify(outcome)}`);
  return outcome as Extract<T, { ok: true }>;
}
