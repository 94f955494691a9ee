import 'server-only';
import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { outstanding } from '@/db/balance';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { dayInIndia, financialYearOf, financialYearOfDay, THIS_YEAR, todayInIndia } from '@/db/days';
import { billingItems, billings, courses, releaseLines, releases, users, uses, yearEndReminders } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { USE_HEADS, type UseHead } from '@/db/schema/enums';
import type { AdoptionScope } from '@/lib/adoption/core/access';
import { instituteKeyOf, pickOfferNames } from '@/lib/catalogue/names';
import { companyOf, printedCompany, recordOfAccount } from '@/lib/company/statements';
import type { GivenUse, UseInstitute, UseLine } from '@/lib/documents/paper-rules';
import { newestStatementOfUse, ofSubject, type YearSubject } from '@/lib/documents/papers/statements';
import { balanceOf, lineKey, sumOf, type Balance } from '@/lib/funds/rules';
import { readLineMoney, readUseSteps, signedPaise, spentOn } from '@/lib/funds/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { lastDayOf, yearsAfter, yearsBetween } from '@/lib/platform/financial-year';
import { groupBy } from '@/lib/platform/group-by';
import type { Composition } from '@/lib/published/composition';
import type { Part, SeatState } from '@/lib/published/progress';
import { readLines } from '@/lib/register/progress-queries';
import { lineNames, seatState } from '@/lib/register/statements';

/** Returns whose year a scope may see: all adoptions of an account, or the one that a guest opened. */
export const subjectOf = (scope: AdoptionScope): YearSubject =>
  'billingId' in scope ? { billingId: scope.billingId } : { userId: scope.accountId };

/** A line of an adoption in a financial year. Days are YYYY-MM-DD. */
export type YearLine = UseLine & {
  billingId: string;
  courseId: string;
  instituteId: string | null;
  studyYear: number;
  /** What was adopted in the year, in paise. */
  pledgedPaise: number;
  /** On the last day. */
  closing: Balance;
  /** What is known of its students. */
  students: SeatState;
  /** Those on its places, as published; null while none is reported. */
  enrolled: Part | null;
  /** Of all students of the offer; null: not stated. */
  composition: Composition | null;
};

/** An adoption with money missing. */
type Unpaid = { billingId: string; reference: string; outstandingPaise: number; dueAt: Date | null };

/** A financial year of a company, or of a guest's adoption. */
export type YearEnd = {
  year: string;
  /** Its last day, and whether that has passed. */
  until: string;
  isOver: boolean;
  lines: YearLine[];
  institutes: (UseInstitute & { id: string | null; remindedOn: string | null })[];
  unpaid: Unpaid[];
};

/** Returns the financial years since the first adoption, the newest first; empty before one. */
export async function yearsOf(subject: YearSubject): Promise<string[]> {
  const [row] = await withQueryDeadline(
    db()
      .select({ first: sql<string | null>`min(${financialYearOf(sql`${billings.verifiedAt}`)})`, now: THIS_YEAR })
      .from(billings)
      .where(ofSubject(subject)),
  );
  return row?.first ? yearsBetween(row.first, row.now) : [];
}

/**
 * Returns the money of a financial year by line: those that were adopted in it, and those whose money was received, paid back or
 * unspent in it. All of it is of one state of the database.
 * @throws DeadlineError if the database does not respond in time
 */
export const readYear = (subject: YearSubject, year: string): Promise<YearEnd> =>
  withQueryDeadline(
    db().transaction((tx) => readAll(subject, year, tx), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    }),
  );

async function readAll(subject: YearSubject, year: string, tx: Database): Promise<YearEnd> {
  const which = and(ofSubject(subject), isNotNull(billings.verifiedAt))!;
  const [until, before] = [lastDayOf(year), lastDayOf(yearsAfter(year, -1))];
  const [names, end, start, steps, progress, unpaid, [clock]] = await Promise.all([
    selectLines(subject, year, tx),
    readLineMoney(which, tx, sql`${until}::text`),
    readLineMoney(which, tx, sql`${before}::text`),
    readUseSteps(which, year, tx),
    readLines(which, tx),
    selectUnpaid(subject, until, tx),
    tx.execute<{ isOver: boolean }>(sql`select ${until}::date < ${todayInIndia} as "isOver"`),
  ]);
  const endOf = new Map(end.map((row) => [lineKey(row), row]));
  const startOf = new Map(start.map((row) => [lineKey(row), row]));
  const stepsOf = groupBy(steps, lineKey);
  const progressOf = new Map(progress.map((row) => [lineKey(row), row]));
  const told = names.map(async ({ isOfYear, valuePaise, ...line }): Promise<YearLine[]> => {
    const [now, then] = [endOf.get(lineKey(line))!, startOf.get(lineKey(line))!];
    const [closing, opening] = [balanceOf(now, year), balanceOf(then, yearsAfter(year, -1))];
    const { notPassedPaise, unusedPaise, unstatedPaise } = closing;
    const money = {
      openingPaise: opening.keptPaise - opening.usedPaise,
      receivedPaise: now.receivedPaise - then.receivedPaise,
      tdsPaise: now.tdsPaise - then.tdsPaise,
      returnedPaise: now.returnedPaise - then.returnedPaise,
      passedPaise: now.passedPaise - then.passedPaise,
      usedPaise: closing.usedPaise - opening.usedPaise,
    };
    const isConcerned = isOfYear || Object.values(money).some((paise) => paise !== 0);
    if (!isConcerned) return [];
    const heads = await headsOfYear(stepsOf.get(lineKey(line)) ?? [], opening.usedPaise, closing.usedPaise, tx);
    const { enrolled = null, composition = null } = progressOf.get(lineKey(line)) ?? {};
    return [
      {
        ...line,
        ...money,
        ...heads,
        ...{ notPassedPaise, unusedPaise, unstatedPaise, closing, enrolled, composition },
        pledgedPaise: isOfYear ? valuePaise : 0,
      },
    ];
  });
  const lines = (await Promise.all(told)).flat();
  return {
    ...{ year, until, isOver: clock!.isOver, lines, unpaid },
    institutes: await readInstitutes(subject, lines, year, tx),
  };
}

/** What was used between two days, by what it was spent on; without `heads` if nobody stated that. */
async function headsOfYear(
  steps: Parameters<typeof spentOn>[0],
  openingPaise: number,
  closingPaise: number,
  tx: Database,
): Promise<Pick<UseLine, 'heads'>> {
  if (steps.length === 0) return {};
  const [start, end] = [await spentOn(steps, openingPaise, tx), await spentOn(steps, closingPaise, tx)];
  if (USE_HEADS.every((head) => end[head] === start[head])) return {};
  const heads = USE_HEADS.map((head) => [head, end[head] - start[head]]);
  return { heads: Object.fromEntries(heads) as Record<UseHead, number> };
}

/** The lines of the adoptions, in their order. `isOfYear`: adopted in it, and still. */
const selectLines = (subject: YearSubject, year: string, tx: Database) =>
  tx
    .select({
      billingId: billingItems.billingId,
      courseId: billingItems.courseId,
      instituteId: courses.instituteId,
      reference: billings.reference,
      orderNumber: billings.orderNumber,
      ...lineNames,
      studyYear: billingItems.studyYear,
      seats: billingItems.seats,
      valuePaise: sql<number>`(${billingItems.seats} * ${billingItems.pricePaise})::bigint`.mapWith(Number),
      students: seatState,
      isOfYear: sql<boolean>`(${hasState(billings, ADOPTED_STATES)} and ${billingItems.seats} > 0
        and ${financialYearOf(sql`${billings.verifiedAt}`)} = ${year})`,
    })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .innerJoin(courses, eq(courses.id, billingItems.courseId))
    .where(and(ofSubject(subject), isNotNull(billings.verifiedAt)))
    .orderBy(asc(billings.verifiedAt), asc(billings.id), asc(billingItems.position));

/** The adoptions up to the last day of the year with money missing now. */
const selectUnpaid = (subject: YearSubject, until: string, tx: Database): Promise<Unpaid[]> =>
  tx
    .select({
      billingId: billings.id,
      reference: billings.reference,
      outstandingPaise: outstanding(billings),
      dueAt: billings.dueAt,
    })
    .from(billings)
    .where(
      and(
        ofSubject(subject),
        hasState(billings, ADOPTED_STATES),
        sql`${dayInIndia(billings.verifiedAt)} <= ${until}::date`,
        gt(outstanding(billings), 0),
      ),
    )
    .orderBy(asc(billings.dueAt), asc(billings.reference));

/** What the institutes of lines received in the year, stated and were reminded of. */
async function readInstitutes(
  subject: YearSubject,
  lines: readonly YearLine[],
  year: string,
  tx: Database,
): Promise<YearEnd['institutes']> {
  const passed = lines.filter((line) => line.passedPaise !== 0 || line.closing.usedPaise > 0 || line.unstatedPaise > 0);
  const courseIds = [...new Set(passed.map(({ courseId }) => courseId))];
  const instituteIds = [...new Set(passed.flatMap(({ instituteId }) => instituteId ?? []))];
  if (courseIds.length === 0) return [];
  const [stated, transfers, reminded] = await Promise.all([
    tx
      .selectDistinctOn([uses.courseId], {
        courseId: uses.courseId,
        on: sql<string>`${dayInIndia(uses.statedAt)}::text`,
      })
      .from(uses)
      .where(and(inArray(uses.courseId, courseIds), eq(uses.financialYear, year)))
      .orderBy(uses.courseId, desc(uses.revision)),
    tx
      .select({
        courseId: releaseLines.courseId,
        on: releases.paidOn,
        reference: releases.reference,
        amountPaise: sql<number>`sum(${signedPaise})`.mapWith(Number),
        receivedOn: releases.receivedOn,
      })
      .from(releaseLines)
      .innerJoin(releases, eq(releases.id, releaseLines.releaseId))
      .innerJoin(billings, eq(billings.id, releaseLines.billingId))
      .where(
        and(
          ofSubject(subject),
          inArray(releaseLines.courseId, courseIds),
          eq(releases.state, 'confirmed'),
          eq(financialYearOfDay(sql`${releases.paidOn}`), year),
        ),
      )
      .groupBy(releaseLines.courseId, releases.id)
      .orderBy(releases.paidOn, releases.reference),
    tx
      .select()
      .from(yearEndReminders)
      .where(and(inArray(yearEndReminders.subjectId, instituteIds), eq(yearEndReminders.financialYear, year))),
  ]);
  const statedOf = new Map(stated.map(({ courseId, on }) => [courseId, on]));
  return [...groupBy(passed, instituteKeyOf).values()].map((own) => {
    const { institute, instituteHindi, city, instituteId } = own[0]!;
    const ids = new Set(own.map(({ courseId }) => courseId));
    const days = [...ids].map((id) => statedOf.get(id));
    const byTransfer = groupBy(
      transfers.filter(({ courseId }) => ids.has(courseId)),
      ({ on, reference }) => `${on} ${reference}`,
    );
    return {
      ...{ id: instituteId, institute, instituteHindi, city },
      // All of its courses: what is missing of one is missing.
      statedOn: days.every((on) => on !== undefined) ? (days as string[]).toSorted().at(-1)! : null,
      remindedOn: reminded.find(({ subjectId }) => subjectId === instituteId)?.remindedOn ?? null,
      passed: [...byTransfer.values()].map((parts) => {
        const { on, reference, receivedOn } = parts[0]!;
        return { on, reference, amountPaise: sumOf(parts, ({ amountPaise }) => amountPaise), receivedOn };
      }),
    };
  });
}

/** Returns the name of a company as papers show it, or of the account or guest. */
export async function companyOfYear(subject: YearSubject): Promise<string> {
  const [row] = await withQueryDeadline(
    'userId' in subject
      ? db()
          .select({
            name: sql<string>`coalesce(${printedCompany(recordOfAccount(sql`${users.id}`))}->>'legal_name', nullif(${users.companyName}, ''), ${users.fullName})`,
          })
          .from(users)
          .where(eq(users.id, subject.userId))
      : db()
          .select({
            name: sql<string>`coalesce(${printedCompany(companyOf(billings))}->>'legal_name', nullif(${billings.sponsor}->>'company', ''), ${billings.reference})`,
          })
          .from(billings)
          .where(eq(billings.id, subject.billingId)),
  );
  return row?.name ?? '';
}

/** Returns what a statement of use shows of a year; null if no money was received, unspent or used in it. */
export function givenUse({ year, lines, institutes }: YearEnd): GivenUse | null {
  const own = lines.flatMap(({ reference, orderNumber, seats, ...line }): UseLine[] => {
    const { openingPaise, receivedPaise, tdsPaise, returnedPaise, passedPaise, usedPaise } = line;
    const money = { openingPaise, receivedPaise, tdsPaise, returnedPaise, passedPaise, usedPaise };
    if (Object.values(money).every((paise) => paise === 0)) return [];
    const { notPassedPaise, unusedPaise, unstatedPaise, heads } = line;
    const closing = { notPassedPaise, unusedPaise, unstatedPaise, ...(heads && { heads }) };
    return [{ reference, orderNumber, ...pickOfferNames(line), seats, ...money, ...closing }];
  });
  if (own.length === 0) return null;
  return {
    financialYear: year,
    lines: own,
    institutes: institutes.map(({ institute, instituteHindi, city, statedOn, passed }) => ({
      ...{ institute, instituteHindi, city, statedOn, passed },
    })),
  };
}

/** The newest statement of use; `holds`: it shows the present data. */
type NewestUse = { id: string; serial: string; issuedAt: Date; holds: boolean };

/** Returns the newest statement of use of a year; null if none was issued. */
export async function newestUse(subject: YearSubject, given: GivenUse): Promise<NewestUse | null> {
  const [row] = await withQueryDeadline(db().execute<NewestUse>(newestStatementOfUse(subject, given)));
  return row ?? null;
}
