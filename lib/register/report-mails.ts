import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { today } from '@/db/balance';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses, outboundMessages, reports, users } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { pickOfferNames } from '@/lib/catalogue/names';
import type { MessageDetail, StudentsLine } from '@/lib/notifications/schema';
import { readLines, type NamedProgress } from './progress-queries';
import type { ReportKind } from './report-schema';
import { askedReports, dayOf, isReportOf } from './report-statements';
import { mailDay } from './student-mails';

/** Days after which a report that is still missing is told as late, and after which nothing is told of it any more. */
const LATE_DAYS = 7;
const OLD_DAYS = 30;
/** Adoptions of one run. */
const BATCH = 100;

/**
 * Queues one e-mail for each adoption and kind of report: in the evening of the day on which the institutes of all its
 * courses have stated it, or when one of them is LATE_DAYS late.
 * @returns the number of e-mails, at most BATCH: run it again until it is 0
 */
export async function queueReportMails(database: Database = db()): Promise<number> {
  let queued = 0;
  for (const { billingId, session, kind } of await selectDue(database)) {
    const which = and(eq(billings.id, billingId), eq(billingItems.session, session))!;
    // What became of students is told in full only beside the result.
    const lines = await readLines(which, database, kind === 'outcome' ? ['result', kind] : [kind]);
    const detail = { report: kind, lines: lines.flatMap((line) => toldLine(line, kind)) } satisfies MessageDetail;
    const mail = { billingId, kind: 'report', dedupeKey: `${session} ${kind}`, detail };
    const { count } = await database.insert(outboundMessages).values(mail).onConflictDoNothing();
    queued += count;
  }
  return queued;
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

/** Returns the adoptions with the kinds of reports of which an e-mail is due. */
function selectDue(database: Database): Promise<{ billingId: string; session: string; kind: ReportKind }[]> {
  const askedReport = askedReports();
  const isComplete = sql`bool_and(${reports.statedAt} is not null and ${mailDay(sql`${reports.statedAt}`)} < ${mailDay(sql`now()`)})`;
  return database
    .select({ billingId: billings.id, session: askedReport.session, kind: askedReport.kind })
    .from(billingItems)
    .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
    .innerJoin(users, and(eq(users.id, billings.userId), users.studentMails))
    .innerJoin(courses, eq(courses.id, billingItems.courseId))
    .crossJoinLateral(askedReport)
    .leftJoin(reports, isReportOf(askedReport))
    .where(
      and(
        gt(billingItems.seats, 0),
        sql`${dayOf(billings.verifiedAt)} <= ${askedReport.dueOn}`,
        sql`${askedReport.dueOn} > ${today} - ${OLD_DAYS}::int`,
        sql`not exists (select from ${outboundMessages} where ${outboundMessages.billingId} = ${billings.id}
              and ${outboundMessages.kind} = 'report' and ${outboundMessages.dedupeKey} = ${askedReport.session} || ' ' || ${askedReport.kind})`,
      ),
    )
    .groupBy(billings.id, askedReport.session, askedReport.kind)
    .having(
      sql`${isComplete} or bool_or(${reports.statedAt} is null and ${askedReport.dueOn} <= ${today} - ${LATE_DAYS}::int)`,
    )
    .orderBy(asc(billings.id))
    .limit(BATCH);
}
