import 'server-only';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { today } from '@/db/balance';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses, outboundMessages, reports, users } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { pickOfferNames } from '@/lib/catalogue/names';
import type { MessageDetail, StudentsLine } from '@/lib/notifications/schema';
import { readLines, type NamedProgress } from './progress-queries';
import { REPORT_FAIR_DAYS, REPORT_OPENS_DAYS } from './report-rules';
import type { ReportKind } from './report-schema';
import { askedReports, isReportOf } from './report-statements';
import { mailDay } from './student-mails';

/** Days after which a report that is still missing is told as late, and after which nothing is told of it any more. */
const LATE_DAYS = 7;
const OLD_DAYS = 30;
/** Adoptions that one statement looks at. */
const BATCH = 5000;

/**
 * Queues one e-mail for each adoption and kind of report: in the evening of the day on which the institutes of all its
 * courses have stated it, or when one of them is LATE_DAYS late.
 * @param mayBegin false once the time is over; what remains is queued by the next call
 * @returns the number of e-mails
 */
export async function queueReportMails(
  database: Database = db(),
  mayBegin: () => boolean = () => true,
): Promise<number> {
  const reported = await selectReported(database);
  // Most of the year nothing is due.
  if (!reported.some(({ isComplete, isLate }) => isComplete || isLate)) return 0;
  let queued = 0;
  for (let last: string | null = NO_ID; last !== null && mayBegin();) {
    const upTo: string | null = await batchEnd(last, database);
    for (const due of await selectDue(reported, last, upTo, database)) {
      if (!mayBegin()) return queued;
      queued += await queueMail(due, database);
    }
    last = upTo;
  }
  return queued;
}

/** Before all ids. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the id of the last of BATCH adoptions after an id; null if there are fewer. */
async function batchEnd(after: string, database: Database): Promise<string | null> {
  const [row] = await database
    .select({ id: billings.id })
    .from(billings)
    .where(gt(billings.id, after))
    .orderBy(asc(billings.id))
    .offset(BATCH - 1)
    .limit(1);
  return row?.id ?? null;
}

/** @returns 0 if it was queued before */
async function queueMail({ billingId, session, kind }: DueMail, database: Database): Promise<number> {
  const which = and(eq(billings.id, billingId), eq(billingItems.session, session))!;
  // What became of students is told in full only beside the result.
  const lines = await readLines(which, database, kind === 'outcome' ? ['result', kind] : [kind]);
  const detail = { report: kind, lines: lines.flatMap((line) => toldLine(line, kind)) } satisfies MessageDetail;
  const mail = { billingId, kind: 'report', dedupeKey: `${session} ${kind}`, detail };
  const { count } = await database.insert(outboundMessages).values(mail).onConflictDoNothing();
  return count;
}

/** Returns what the e-mail says of a line; nothing if no such report is asked for. */
function toldLine(line: NamedProgress, kind: ReportKind): StudentsLine[] {
  const stated = line.stated.find((report) => report.kind === kind);
  const late = line.late?.kind === kind ? line.late : null;
  if (!stated && !late) return [];
  const { result, attending, placed } = line;
  const parts = kind === 'outcome' ? { placed } : result ? { [result.is]: result } : attending ? { attending } : {};
  return [
    {
      ...pickOfferNames(line),
      ...{ state: line.state, seats: line.seats, enrolled: line.enrolled },
      ...(stated
        ? { parts, stated: { at: stated.statedAt.toISOString(), state: stated.state } }
        : { late: { dueOn: late!.dueOn, remindedOn: late!.remindedOn } }),
    },
  ];
}

type DueMail = { billingId: string; session: string; kind: ReportKind };

/** The reports of offers that are told now or later, by offer. */
function selectReported(database: Database) {
  // A report can be stated REPORT_OPENS_DAYS before its day, which differs by up to REPORT_FAIR_DAYS among the courses of an adoption.
  const askedReport = askedReports({
    from: sql`${today} - ${OLD_DAYS - 1}::int`,
    until: sql`${today} + ${REPORT_OPENS_DAYS + REPORT_FAIR_DAYS}::int`,
  });
  return database
    .select({
      courseId: courses.id,
      session: askedReport.session,
      kind: askedReport.kind,
      dueOn: askedReport.dueOn,
      isComplete: sql<boolean>`(${reports.statedAt} is not null and ${mailDay(sql`${reports.statedAt}`)} < ${mailDay(sql`now()`)})`,
      isLate: sql<boolean>`(${reports.statedAt} is null and ${askedReport.dueOn} <= ${today} - ${LATE_DAYS}::int)`,
    })
    .from(courses)
    .crossJoinLateral(askedReport)
    .leftJoin(reports, isReportOf(askedReport));
}

/** Returns the adoptions with the kinds of reports of which an e-mail is due. @param after, upTo of the ids; null for no end */
function selectDue(
  reported: Awaited<ReturnType<typeof selectReported>>,
  after: string,
  upTo: string | null,
  database: Database,
): Promise<DueMail[]> {
  const told = { session: sql<string>`told.session`, kind: sql<ReportKind>`told.kind` };
  // The offset makes Postgres read the adoptions of the batch first, not all lines of the courses.
  const lines = database
    .select({ billingId: billings.id, verifiedAt: billings.verifiedAt, courseId: billingItems.courseId })
    .from(billings)
    .innerJoin(users, and(eq(users.id, billings.userId), users.studentMails))
    .innerJoin(billingItems, and(eq(billingItems.billingId, billings.id), gt(billingItems.seats, 0)))
    .where(
      and(
        gt(billings.id, after),
        upTo === null ? undefined : lte(billings.id, upTo),
        hasState(billings, ADOPTED_STATES),
      ),
    )
    .offset(0)
    .as('lines');
  return database
    .select({ billingId: lines.billingId, ...told })
    .from(lines)
    .innerJoin(
      sql`json_to_recordset(${JSON.stringify(reported)}::text::json)
            as told ("courseId" uuid, session text, kind text, "dueOn" date, "isComplete" boolean, "isLate" boolean)`,
      sql`told."courseId" = ${lines.courseId} and (${lines.verifiedAt} at time zone 'Asia/Kolkata')::date <= told."dueOn"`,
    )
    .groupBy(lines.billingId, told.session, told.kind)
    .having(
      sql`(bool_and(told."isComplete") or bool_or(told."isLate")) and not exists (
            select from ${outboundMessages} where ${outboundMessages.billingId} = ${lines.billingId}
              and ${outboundMessages.kind} = 'report' and ${outboundMessages.dedupeKey} = told.session || ' ' || told.kind)`,
    )
    .orderBy(asc(lines.billingId));
}
