import 'server-only';
import { and, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasState, likeText } from '@/db/conditions';
import { financialYearOfDay, THIS_YEAR } from '@/db/days';
import {
  admins,
  billingItems,
  billings,
  courses,
  enrolments,
  institutes,
  releaseLines,
  releases,
  uses,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { BankMode, ReleaseKind, UseHead } from '@/db/schema/enums';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { isOwnInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import type { OfferNames } from '@/lib/catalogue/names';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { lastDayOf, yearsBetween } from '@/lib/platform/financial-year';
import { groupBy } from '@/lib/platform/group-by';
import type { Page } from '@/lib/platform/list';
import { isPresent, lineNames, offerColumns, onAdoptedPlace } from '@/lib/register/statements';
import { passablePaise, sumOf, unspentPaise } from './rules';
import type { FundsFilter } from './schema';
import { readOpenLines, signedPaise } from './statements';

/** A line of an adoption whose money can be passed on, or given back. */
type PassableLine = OfferNames & {
  billingId: string;
  courseId: string;
  reference: string;
  company: string;
  session: string;
  seats: number;
  /** Adopted seats with a student. */
  students: number;
  receivedPaise: number;
  passedPaise: number;
  /** What can be passed on, 0 or more. */
  passablePaise: number;
  /** What the institute has and has not used, 0 or more. */
  unspentPaise: number;
};

/** What can be passed on to an institute, and what it has. */
export type InstituteFunds = {
  id: string;
  name: string;
  city: string;
  lines: PassableLine[];
  passablePaise: number;
};

/** Adoptions with a student, and those of which money was passed on: by the index, not by reading all adoptions. */
const concernedLines = sql`${billings.id} = any(array(
  select ${enrolments.billingId} from ${enrolments} where ${isPresent} union select ${releaseLines.billingId} from ${releaseLines}))`;

/** What of an adoption is passed on, or waits for it. */
const transferredPaise = sql`(
  select coalesce(sum(${signedPaise}) filter (where ${releases.state} = 'confirmed' or ${releases.kind} = 'passed_on'), 0)
    from ${releaseLines} join ${releases} on ${releases.id} = ${releaseLines.releaseId}
   where ${releaseLines.billingId} = ${billings.id} and ${releases.state} in ('recorded', 'ordered', 'confirmed'))`;

/**
 * Returns the institutes to which money can be passed on, by name: money received for adopted lines that have students. With an
 * institute it is that one, also with lines of which it can give money back.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readFunds(_scope: AdminScope, instituteId?: string): Promise<InstituteFunds[]> {
  const isAdopted = and(
    hasState(billings, ADOPTED_STATES),
    // Some of its money is left; for the others there is nothing to compute.
    sql`${billings.receivedPaise} - ${billings.refundedPaise} > ${transferredPaise}`,
  )!;
  const which =
    instituteId === undefined
      ? isAdopted
      : sql`${billings.id} in (select ${billingItems.billingId} from ${billingItems} join ${courses} on ${courses.id} = ${billingItems.courseId}
                                where ${courses.instituteId} = ${instituteId})`;
  const money = await withQueryDeadline(
    readOpenLines(sql`${concernedLines} and ${which}`, instituteId !== undefined, db()),
  );
  const lines = money.length > 0 ? await withQueryDeadline(selectLines(money, instituteId)) : [];
  const lineOf = new Map(lines.map((line) => [`${line.billingId} ${line.courseId}`, line]));
  const rows = money.flatMap((row) => {
    const line = lineOf.get(`${row.billingId} ${row.courseId}`);
    if (!line) return [];
    const passable = line.isAdopted && line.students > 0 ? Math.max(passablePaise(row), 0) : 0;
    return [
      {
        ...line,
        receivedPaise: row.receivedPaise - row.returnedPaise,
        passedPaise: row.passedPaise,
        passablePaise: passable,
        unspentPaise: Math.max(unspentPaise(row), 0),
      },
    ];
  });
  const shown = rows.filter((row) => row.passablePaise > 0 || (instituteId !== undefined && row.unspentPaise > 0));
  return [...groupBy(shown, (row) => row.instituteId)]
    .map(([id, own]) => ({
      id,
      name: own[0]!.instituteName,
      city: own[0]!.city,
      lines: own.toSorted((a, b) => a.reference.localeCompare(b.reference, 'en')),
      passablePaise: sumOf(own, (line) => line.passablePaise),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.city.localeCompare(b.city, 'en'));
}

/** The lines of adoptions, with their students. */
function selectLines(adoptions: readonly { billingId: string }[], instituteId: string | undefined) {
  const ids = [...new Set(adoptions.map(({ billingId }) => billingId))];
  return db()
    .select({
      ...lineNames,
      billingId: billingItems.billingId,
      courseId: billingItems.courseId,
      instituteId: institutes.id,
      instituteName: institutes.name,
      reference: billings.reference,
      company: sql<string>`coalesce(trim(${billings.sponsor}->>'company'), '')`,
      isAdopted: sql<boolean>`${hasState(billings, ADOPTED_STATES)}`,
      seats: billingItems.seats,
      students: sql<number>`(select count(*)::int from ${enrolments} where ${onAdoptedPlace} and ${isPresent})`,
    })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .innerJoin(courses, eq(courses.id, billingItems.courseId))
    .innerJoin(institutes, eq(institutes.id, courses.instituteId))
    .where(
      and(
        // Of the lines, so that Postgres finds them by their index.
        sql`${billingItems.billingId} = any(${sql.param(ids)}::uuid[])`,
        instituteId === undefined ? undefined : eq(courses.instituteId, instituteId),
      ),
    );
}

/** A transfer between the receiving body and an institute. Days are YYYY-MM-DD, in India. */
export type ReleaseRow = {
  id: string;
  kind: ReleaseKind;
  state: (typeof releases.$inferSelect)['state'];
  instituteId: string;
  institute: string;
  city: string;
  mode: BankMode;
  reference: string;
  paidOn: string;
  amountPaise: number;
  remark: string;
  /** Null until the institute states it. */
  receivedOn: string | null;
  recordedBy: string | null;
  /** Whether somebody else has to confirm it. */
  needsOther: boolean;
  lines: number;
};

/** Returns transfers, those that wait for their confirmation first, then the newest. */
export async function readReleases(
  scope: AdminScope,
  { q }: FundsFilter,
  { page, size }: Page,
): Promise<{ rows: ReleaseRow[]; total: number }> {
  const recorder = alias(admins, 'recorder');
  const text = sql`search_key(concat_ws(' ', ${institutes.name}, ${institutes.city}, ${releases.reference}))`;
  const matches = q === undefined ? undefined : sql`${text} like '%' || search_key(${likeText(q)}) || '%'`;
  const [rows, [found]] = await withQueryDeadline(
    Promise.all([
      db()
        .select({
          id: releases.id,
          kind: releases.kind,
          state: releases.state,
          instituteId: releases.instituteId,
          institute: institutes.name,
          city: institutes.city,
          mode: releases.mode,
          reference: releases.reference,
          paidOn: releases.paidOn,
          amountPaise: releases.amountPaise,
          remark: releases.remark,
          receivedOn: releases.receivedOn,
          recordedBy: recorder.username,
          needsOther: needsOtherAdmin(firstStepOf.transfer(releases), scope.adminId),
          lines: sql<number>`(select count(*)::int from ${releaseLines} where ${releaseLines.releaseId} = ${releases.id})`,
        })
        .from(releases)
        .innerJoin(institutes, eq(institutes.id, releases.instituteId))
        .leftJoin(recorder, eq(recorder.id, releases.recordedBy))
        .where(matches)
        .orderBy(sql`(${releases.state} = 'recorded') desc`, desc(releases.paidOn), desc(releases.recordedAt))
        .limit(size)
        .offset((page - 1) * size),
      db()
        .select({ total: count() })
        .from(releases)
        .innerJoin(institutes, eq(institutes.id, releases.instituteId))
        .where(matches),
    ]),
  );
  return { rows, total: found!.total };
}

/** A transfer as the office of its institute sees it. */
export type OfficeRelease = Pick<
  ReleaseRow,
  'id' | 'kind' | 'institute' | 'mode' | 'reference' | 'paidOn' | 'amountPaise' | 'receivedOn'
> & { instituteHindi: string | null };

/** What was used of the money of an offer up to the end of a financial year. */
export type UseOfYear = {
  /** Such as '2026-27'. */
  year: string;
  /** Its last day, YYYY-MM-DD. */
  until: string;
  passedPaise: number;
  /** Null: not stated. */
  usedPaise: number | null;
  /** What had been passed on when it was stated. */
  statedPaise: number | null;
  heads: Partial<Record<UseHead, number>> | null;
  /** 0: not stated. */
  revision: number;
  statedAt: Date | null;
};

/** The money of an offer of an office, the newest year first. */
export type OfferFunds = OfferNames & { id: string; session: string; years: UseOfYear[] };

export type OfficeFunds = { releases: OfficeRelease[]; offers: OfferFunds[] };

/**
 * Returns the transfers to the institutes of an office, the newest first, and what was used of them by offer: for each financial
 * year since the first transfer.
 */
export async function readOfficeFunds(scope: InstituteScope): Promise<OfficeFunds> {
  const isOwn = and(isOwnInstitute(scope, releases.instituteId), eq(releases.state, 'confirmed'));
  const [transfers, offers, passed, stated, [now]] = await withQueryDeadline(
    Promise.all([
      db()
        .select({
          id: releases.id,
          kind: releases.kind,
          institute: institutes.name,
          instituteHindi: institutes.hindi,
          mode: releases.mode,
          reference: releases.reference,
          paidOn: releases.paidOn,
          amountPaise: releases.amountPaise,
          receivedOn: releases.receivedOn,
        })
        .from(releases)
        .innerJoin(institutes, eq(institutes.id, releases.instituteId))
        .where(isOwn)
        .orderBy(desc(releases.paidOn), desc(releases.recordedAt)),
      db()
        .select(offerColumns)
        .from(courses)
        .innerJoin(institutes, eq(institutes.id, courses.instituteId))
        .where(
          and(
            isOwnInstitute(scope, courses.instituteId),
            inArray(courses.id, db().select({ id: releaseLines.courseId }).from(releaseLines)),
          ),
        )
        .orderBy(desc(courses.session), institutes.name, courses.courseType, courses.branch, courses.studyYear),
      db()
        .select({
          courseId: releaseLines.courseId,
          year: financialYearOfDay(sql`${releases.paidOn}`),
          paise: sql<number>`sum(${signedPaise})`.mapWith(Number),
        })
        .from(releaseLines)
        .innerJoin(releases, eq(releases.id, releaseLines.releaseId))
        .where(isOwn)
        .groupBy(sql`1, 2`),
      db()
        .selectDistinctOn([uses.courseId, uses.financialYear], getTableColumns(uses))
        .from(uses)
        .innerJoin(courses, eq(courses.id, uses.courseId))
        .where(isOwnInstitute(scope, courses.instituteId))
        .orderBy(uses.courseId, uses.financialYear, desc(uses.revision)),
      db().execute<{ year: string }>(sql`select ${THIS_YEAR} as year`),
    ]),
  );
  const passedOf = groupBy(passed, ({ courseId }) => courseId);
  const usesOf = groupBy(stated, ({ courseId }) => courseId);
  const withYears = offers.flatMap((offer) => {
    const own = passedOf.get(offer.id);
    if (!own) return [];
    const first = own.map(({ year }) => year).toSorted()[0]!;
    const years = yearsBetween(first, now!.year).map((year): UseOfYear => {
      const use = usesOf.get(offer.id)?.find(({ financialYear }) => financialYear === year);
      return {
        year,
        until: lastDayOf(year),
        passedPaise: sumOf(
          own.filter((each) => each.year <= year),
          ({ paise }) => paise,
        ),
        usedPaise: use?.usedPaise ?? null,
        statedPaise: use?.passedPaise ?? null,
        heads: use?.heads ?? null,
        revision: use?.revision ?? 0,
        statedAt: use?.statedAt ?? null,
      };
    });
    return [{ ...offer, years }];
  });
  return { releases: transfers, offers: withYears };
}
