import 'server-only';
import { and, asc, eq, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { hasState, qualified } from '@/db/conditions';
import {
  billingItems,
  billings,
  enrolments,
  newsParts,
  outboundMessages,
  reportChecks,
  reports,
  users,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { transaction } from '@/db/transaction';
import { chunksOf } from '@/db/writes';
import { REPORT_KINDS, type ReportKind } from '@/db/schema/report-kinds';
import { pickOfferNames } from '@/lib/catalogue/names';
import { isMaker, maker, recipientAddress } from '@/lib/notifications/recipient';
import type { AccountMessageDetail, NewsLine } from '@/lib/notifications/schema';
import { indianIsoDay } from '@/lib/platform/dates';
import { groupBy } from '@/lib/platform/group-by';
import { publish, type LineProgress } from '@/lib/published/progress';
import { readLines, type NamedProgress } from './progress-queries';
import { askedReports, remindedOn } from './report-statements';
import { onAdoptedPlace } from './statements';

/** Days after which a report that is still missing is told as late, and after which no news is told any more. */
const LATE_DAYS = 7;
const OLD_DAYS = 30;
/** People are told in parts, by the first digit of the MD5 hash of their address: each part in one transaction. */
const PARTS = [...'0123456789abcdef'];

/** A day of news lasts from 18:00 in India until 18:00, and has the date of its end. */
const dayOfNews = (moment: SQL) => sql`((${moment} at time zone 'Asia/Kolkata') + interval '6 hours')::date`;
const startOf = (day: SQL) => sql<Date>`((${day}::timestamp - interval '6 hours') at time zone 'Asia/Kolkata')`;
/** The last day that has ended. */
const lastDay = sql<string>`(${dayOfNews(sql`now()`)} - 1)`;
/** True a minute after its end, when what was begun before is committed. */
const isOver = sql<boolean>`(now() - interval '1 minute' >= ${startOf(dayOfNews(sql`now()`))})`;

/** Days after `after` up to `until`, YYYY-MM-DD. */
type Days = { after: string; until: string };

const startOfDays = ({ after }: Days) => startOf(sql`(${after}::date + 1)`);
const endOfDays = ({ until }: Days) => startOf(sql`(${until}::date + 1)`);
const isIn = (moment: SQL, days: Days) => sql`(${moment} >= ${startOfDays(days)} and ${moment} < ${endOfDays(days)})`;

/** A report that was stated, corrected or checked, or is told as late. */
type OfferNews = { courseId: string; kind: ReportKind } & (
  { is: 'stated' | 'corrected' | 'checked' } | { is: 'late'; dueOn: string; remindedOn: string | null }
);

/** Does queueNews, but not in the first minute of the evening. */
export async function tellNews(database: Database, mayBegin: () => boolean): Promise<number | null> {
  const [now] = await database.execute<{ isOver: boolean }>(sql`select ${isOver} as "isOver"`);
  return now!.isOver ? queueNews(database, mayBegin) : null;
}

/**
 * Queues, in the evening, one e-mail for each person with the news of institutes about the students on adopted seats: reports
 * that were stated, corrected or checked, or are LATE_DAYS late, and changes of published numbers of students, with those before. The
 * published ones decide: an e-mail about a hidden number would say that it changed. After a day without jobs the e-mail has the news of
 * both days.
 * @param mayBegin false once the time is over; the next call goes on with the part that is next
 * @returns the number of e-mails; null if nobody was to be told anything
 */
export async function queueNews(
  database: Database = db(),
  mayBegin: () => boolean = () => true,
): Promise<number | null> {
  const [now] = await database.execute<{ until: string; oldest: string }>(
    sql`select ${lastDay}::text as until, (${lastDay} - ${OLD_DAYS}::int)::text as oldest`,
  );
  const { until, oldest } = now!;
  const parts = await database.select().from(newsParts);
  const told = new Map(parts.map(({ part, toldUntil }) => [part, toldUntil]));
  const due = PARTS.filter((part) => (told.get(part) ?? '') < until);
  if (due.length === 0) return null;
  const newsOf = new Map<string, Promise<OfferNews[]>>();
  let queued = 0;
  for (const part of due) {
    if (!mayBegin()) break;
    const last = told.get(part);
    if (last === undefined) {
      // The first run tells nothing of the time before it.
      await database.insert(newsParts).values({ part, toldUntil: until }).onConflictDoNothing();
      continue;
    }
    const days = { after: last < oldest ? oldest : last, until };
    if (!newsOf.has(days.after)) newsOf.set(days.after, readOfferNews(days, database));
    const news = await newsOf.get(days.after)!;
    queued += await transaction((tx) => tellPart({ part, last }, days, news, tx), database);
  }
  return queued;
}

/** Queues the e-mails of a part, and records that it was told, both or none. @returns 0 if another process has told it */
async function tellPart(
  { part, last }: { part: string; last: string },
  days: Days,
  news: readonly OfferNews[],
  tx: Database,
): Promise<number> {
  // Whoever comes second waits here, and finds another day.
  const { count } = await tx
    .update(newsParts)
    .set({ toldUntil: days.until })
    .where(and(eq(newsParts.part, part), eq(newsParts.toldUntil, last)));
  if (count === 0) return 0;
  const newsOfOffer = groupBy(news, ({ courseId }) => courseId);
  const adoptions = await selectAdoptions(part, days, [...newsOfOffer.keys()], tx);
  const lines = new Map<string, NewsLine[]>();
  for (const batch of chunksOf(adoptions)) {
    const ids = batch.map(({ id }) => id);
    const verifiedAt = new Map(batch.map((adoption) => [adoption.id, adoption.verifiedAt!]));
    const published = await readLines(inArray(billings.id, ids), tx);
    const changes = await readChanges(ids, days, tx);
    for (const line of published) {
      const { billingId, courseId } = line;
      const told = reportsOf(line, newsOfOffer.get(courseId) ?? [], verifiedAt.get(billingId)!);
      const change = changes.get(`${billingId} ${courseId}`);
      if (told.length > 0 || change)
        lines.set(billingId, [...(lines.get(billingId) ?? []), { ...newsLine(line), ...change, reports: told }]);
    }
  }
  const people = groupBy(
    adoptions.filter(({ id }) => lines.has(id)),
    ({ address }) => address.toLowerCase(),
  );
  const mails = [...people.values()].map((own) => {
    // The newest is first.
    const [{ address, locale }] = own as [(typeof own)[number]];
    const detail = {
      day: days.until,
      news: own.map(({ id, reference }) => ({ billing: id, reference, lines: lines.get(id)! })),
    } satisfies AccountMessageDetail;
    return { kind: 'student_news', recipient: address, locale, detail };
  });
  for (const some of chunksOf(mails)) await tx.insert(outboundMessages).values(some);
  return mails.length;
}

const newsLine = (line: NamedProgress) => {
  const { state, seats, enrolled, attending, result, placed } = line;
  return { ...pickOfferNames(line), state, seats, enrolled, attending, result, placed };
};

/** Returns what is told of the reports on a line: only those that were made, or due, after it was adopted. */
function reportsOf(line: NamedProgress, news: readonly OfferNews[], verifiedAt: Date): NewsLine['reports'] {
  return news.flatMap((each): NewsLine['reports'] => {
    const { kind } = each;
    if (each.is === 'late') {
      const { dueOn, remindedOn: reminded } = each;
      return indianIsoDay(verifiedAt) <= dueOn ? [{ kind, is: 'late', late: { dueOn, remindedOn: reminded } }] : [];
    }
    const report = line.stated.find((one) => one.kind === kind);
    if (!report || report.statedAt < verifiedAt) return [];
    return [{ kind, is: each.is, stated: { at: report.statedAt.toISOString(), state: report.state } }];
  });
}

/** Reports of offers that were stated, corrected or checked on some days, or are LATE_DAYS late on one of them. */
async function readOfferNews(days: Days, database: Database): Promise<OfferNews[]> {
  const { courseId, kind, statedAt, firstStatedAt } = reports;
  const isChecked = isIn(sql`${reportChecks.recordedAt}`, days);
  const stated = await database
    .select({
      courseId,
      kind,
      is: sql<'stated' | 'corrected' | 'checked'>`case
        when not ${isIn(sql`${statedAt}`, days)} then 'checked'
        when ${firstStatedAt} < ${startOfDays(days)} then 'corrected' else 'stated' end`,
    })
    .from(reports)
    .leftJoin(
      reportChecks,
      and(eq(reportChecks.reportId, reports.id), eq(reportChecks.version, reports.version), isChecked),
    )
    .where(and(isNotNull(statedAt), or(isIn(sql`${statedAt}`, days), isNotNull(reportChecks.id))));
  const asked = askedReports({
    isMissing: true,
    from: sql`(${days.after}::date + 1 - ${LATE_DAYS}::int)`,
    until: sql`(${days.until}::date - ${LATE_DAYS}::int)`,
  });
  const late = await database
    .select({ courseId: asked.courseId, kind: asked.kind, dueOn: asked.dueOn, remindedOn: remindedOn(asked) })
    .from(asked);
  const all = [...stated, ...late.map((one) => ({ ...one, is: 'late' as const }))];
  return all.sort((a, b) => REPORT_KINDS.indexOf(a.kind) - REPORT_KINDS.indexOf(b.kind));
}

/** The adoptions of a part of the people with seats of offers that have news, or on whose seats students came or left, the newest first. */
function selectAdoptions(part: string, days: Days, courseIds: readonly string[], tx: Database) {
  const ofOffers = tx
    .select({ id: billingItems.billingId })
    .from(billingItems)
    .where(inArray(billingItems.courseId, [...courseIds]));
  const ofStudents = tx
    .select({ id: enrolments.billingId })
    .from(enrolments)
    .where(or(isIn(sql`${enrolments.createdAt}`, days), isIn(sql`${enrolments.endedAt}`, days)));
  return tx
    .select({
      id: billings.id,
      reference: billings.reference,
      verifiedAt: billings.verifiedAt,
      address: recipientAddress,
      locale: billings.locale,
    })
    .from(billings)
    .innerJoin(users, and(eq(users.id, billings.userId), users.studentMails))
    .leftJoin(maker, isMaker)
    .where(
      and(
        hasState(billings, ADOPTED_STATES),
        // One list, from which Postgres begins; of two, each adoption would be looked up in both.
        inArray(billings.id, union(ofOffers, ofStudents)),
        ne(recipientAddress, ''),
        sql`left(md5(lower(${recipientAddress})), 1) = ${part}`,
      ),
    )
    .orderBy(sql`${billings.verifiedAt} desc`, asc(billings.id));
}

/** Returns the lines of adoptions of which other numbers are published at the end of some days than before them, with both. */
async function readChanges(
  billingIds: readonly string[],
  days: Days,
  tx: Database,
): Promise<Map<string, Pick<NewsLine, 'before' | 'state' | 'enrolled'>>> {
  const presentAt = (moment: SQL) =>
    qualified(sql<number>`
    (select count(*) from ${enrolments}
      where ${onAdoptedPlace} and ${enrolments.createdAt} < ${moment}
        and (${enrolments.untilDay} is null or ${enrolments.endedAt} >= ${moment}))`).mapWith(Number);
  const begunAt = (moment: SQL) =>
    qualified(sql<boolean>`
    exists (select from ${enrolments} where ${enrolments.courseId} = ${billingItems.courseId} and ${enrolments.createdAt} < ${moment})`);
  const rows = await tx
    .select({
      billingId: billingItems.billingId,
      courseId: billingItems.courseId,
      seats: billingItems.seats,
      enrolledBefore: presentAt(startOfDays(days)),
      enrolledAfter: presentAt(endOfDays(days)),
      begunBefore: begunAt(startOfDays(days)),
      begunAfter: begunAt(endOfDays(days)),
    })
    .from(billingItems)
    .where(and(inArray(billingItems.billingId, [...billingIds]), sql`${billingItems.seats} > 0`));
  const at = (moment: 'Before' | 'After') =>
    publish(
      rows.map((row) => ({
        seats: row.seats,
        enrolled: row[`enrolled${moment}`],
        state: row[`begun${moment}`] ? 'reported' : 'due',
        attending: null,
        result: null,
        placed: null,
      })),
    );
  const [before, after] = [at('Before'), at('After')];
  return new Map(
    rows.flatMap(({ billingId, courseId }, index) =>
      isSame(before[index]!, after[index]!)
        ? []
        : [[`${billingId} ${courseId}`, { ...toldOf(after[index]!), before: toldOf(before[index]!) }]],
    ),
  );
}

const isSame = ({ enrolled: a }: LineProgress, { enrolled: b }: LineProgress) =>
  a?.says === b?.says && a?.count === b?.count;
const toldOf = ({ state, seats, enrolled }: LineProgress) => ({ state, seats, enrolled });
