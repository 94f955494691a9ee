import 'server-only';
import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, enrolments, outboundMessages, users } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { AdoptionScope } from '@/lib/adoption/access';
import { pickOfferNames, type OfferNames } from '@/lib/catalogue/names';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { groupBy } from '@/lib/platform/group-by';
import type { MessageDetail } from '@/lib/notifications/schema';
import { publish, type LineProgress } from '@/lib/published/progress';
import { lineNames, onAdoptedPlace } from './statements';

/** Condition: the user to whom what a scope gives access to belongs. */
const userOf = (scope: AdoptionScope): SQL =>
  'billingId' in scope
    ? sql`${users.id} = (select ${billings.userId} from ${billings} where ${billings.id} = ${scope.billingId})`
    : eq(users.id, scope.accountId);

/** Returns whether a sponsor gets e-mails about students. */
export async function wantsStudentMails(scope: AdoptionScope): Promise<boolean> {
  const [user] = await withQueryDeadline(db().select({ wants: users.studentMails }).from(users).where(userOf(scope)));
  return user?.wants ?? false;
}

/** Sets whether a sponsor gets e-mails about students: about all adoptions of the account, or of the guest. */
export async function setStudentMails(scope: AdoptionScope, wants: boolean): Promise<void> {
  await db().update(users).set({ studentMails: wants }).where(userOf(scope));
}

/** A day's changes are told at 18:00 in India: a day of e-mails lasts from then until then, and has the date of its end. */
export const mailDay = (moment: SQL) => sql`((${moment} at time zone 'Asia/Kolkata') + interval '6 hours')::date`;
const startOf = (day: SQL) => sql`((${day}::timestamp - interval '6 hours') at time zone 'Asia/Kolkata')`;

/** A line on which students came or left on a day, with the numbers before and after it. */
type ChangedLine = OfferNames & {
  billingId: string;
  day: string;
  seats: number;
  enrolledBefore: number;
  enrolledAfter: number;
  begunBefore: boolean;
  begunAfter: boolean;
};

/**
 * Queues one e-mail for each adoption of which other numbers are published at the end of a day than at its beginning, with
 * these numbers. The published ones decide: an e-mail about a hidden number would say that it changed.
 * @returns the number of e-mails
 */
export async function queueStudentMails(database: Database = db()): Promise<number> {
  const lines = await readChangedLines(database);
  const perMail = groupBy(lines, ({ billingId, day }) => `${billingId} ${day}`);
  const mails = [...perMail.values()].flatMap((ofDay) => {
    const at = (moment: 'Before' | 'After') =>
      publish(
        ofDay.map((line) => ({
          seats: line.seats,
          enrolled: line[`enrolled${moment}`],
          state: line[`begun${moment}`] ? 'reported' : 'due',
          ...{ attending: null, result: null, placed: null },
        })),
      );
    const [before, after] = [at('Before'), at('After')];
    const changed = ofDay.flatMap((line, index) =>
      isSame(before[index]!, after[index]!)
        ? []
        : [{ ...pickOfferNames(line), ...toldOf(after[index]!), before: toldOf(before[index]!) }],
    );
    const { billingId, day } = ofDay[0]!;
    return changed.length === 0
      ? []
      : [{ billingId, kind: 'students', dedupeKey: day, detail: { day, lines: changed } satisfies MessageDetail }];
  });
  if (mails.length === 0) return 0;
  const { count } = await database.insert(outboundMessages).values(mails).onConflictDoNothing();
  return count;
}

const isSame = ({ enrolled: a }: LineProgress, { enrolled: b }: LineProgress) =>
  a?.says === b?.says && a?.count === b?.count;
const toldOf = ({ state, seats, enrolled }: LineProgress) => ({ state, seats, enrolled });

/** Returns the lines of adoptions with changes in the last two ended days of which no e-mail was queued. */
function readChangedLines(database: Database): Promise<ChangedLine[]> {
  const changeOf = (moment: typeof enrolments.createdAt | typeof enrolments.endedAt) => sql`
    select ${enrolments.billingId}, ${mailDay(sql`${moment}`)} as day from ${enrolments}
     where ${moment} >= ${startOf(sql`(${mailDay(sql`now()`)} - 2)`)} and ${moment} < ${startOf(mailDay(sql`now()`))}`;
  const [start, end] = [startOf(sql`changed.day`), startOf(sql`(changed.day + 1)`)];
  const presentAt = (moment: SQL) =>
    sql<number>`
    (select count(*) from ${enrolments}
      where ${onAdoptedPlace} and ${enrolments.createdAt} < ${moment}
        and (${enrolments.untilDay} is null or ${enrolments.endedAt} >= ${moment}))`.mapWith(Number);
  const begunAt = (moment: SQL) => sql<boolean>`
    exists (select from ${enrolments} where ${enrolments.courseId} = ${billingItems.courseId} and ${enrolments.createdAt} < ${moment})`;
  return database
    .select({
      billingId: billings.id,
      day: sql<string>`changed.day::text`,
      ...lineNames,
      seats: billingItems.seats,
      enrolledBefore: presentAt(start),
      enrolledAfter: presentAt(end),
      begunBefore: begunAt(start),
      begunAfter: begunAt(end),
    })
    .from(sql`(${changeOf(enrolments.createdAt)} union ${changeOf(enrolments.endedAt)}) changed`)
    .innerJoin(billings, and(sql`${billings.id} = changed.billing_id`, hasState(billings, ADOPTED_STATES)))
    .innerJoin(users, and(eq(users.id, billings.userId), users.studentMails))
    .innerJoin(billingItems, and(eq(billingItems.billingId, billings.id), gt(billingItems.seats, 0)))
    .where(
      sql`not exists (select from ${outboundMessages} where ${outboundMessages.billingId} = ${billings.id}
                         and ${outboundMessages.kind} = 'students' and ${outboundMessages.dedupeKey} = changed.day::text)`,
    )
    .orderBy(billings.id, sql`changed.day`, billingItems.position);
}
