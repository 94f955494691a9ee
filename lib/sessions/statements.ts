import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses } from '@/db/schema';
import { ADOPTED_STATES, PAID_STATES } from '@/db/schema/billing-states';
import { insertSelect } from '@/db/writes';
import { MAX_PRICE_PAISE } from '@/lib/catalogue-import/schema';
import type { Opening } from './schema';

const existing = alias(courses, 'existing');
const source = alias(courses, 'source');

/** Condition on `billings`: its seats are adopted, and some money for them is here. */
export const isPaidFor: SQL = sql`(${hasState(billings, PAID_STATES)} or ${billings.receivedPaise} > ${billings.refundedPaise})`;

/** The adopted seats of a course that nobody has paid for. */
const unpaidSeats: SQL = sql`(
  select coalesce(sum(${billingItems.seats}), 0)::int from ${billingItems} join ${billings} on ${billings.id} = ${billingItems.billingId}
   where ${billingItems.courseId} = ${courses.id} and ${hasState(billings, ADOPTED_STATES)} and not ${isPaidFor})`;

/**
 * The courses whose ids are from `from` on and below `below`; null for no end. Adoptions of a session are added up for one part of
 * its courses after the other: 100,000 of them take a statement seconds.
 */
export type Part = { from: string; below: string | null };

/** Condition: a course is in a part; none without a part. */
export const isIn = (part: Part | undefined, course: { id: AnyPgColumn } = courses): SQL =>
  part === undefined
    ? sql`true`
    : sql`(${course.id} >= ${part.from}::uuid and ${part.below === null ? sql`true` : sql`${course.id} < ${part.below}::uuid`})`;

/** Returns parts of about equal size: ids are random. */
export function partsOf(count: number): Part[] {
  const start = (n: number) =>
    `${Math.floor((n * 2 ** 32) / count)
      .toString(16)
      .padStart(8, '0')}-0000-0000-0000-000000000000`;
  return Array.from({ length: count }, (_, n) => ({ from: start(n), below: n + 1 === count ? null : start(n + 1) }));
}

/**
 * CTEs that end with `added`: the offers that opening a session adds. Those of the first year repeat the open ones of
 * `from`; those of later years have the seats of the year before whose adoptions are paid for, or all adopted ones if
 * `unpaid` is 'yes', also of closed courses. What the session offers already, by an import, stays as it is.
 * `addable` has the same and offers without such seats. @param part of the courses of `from`
 */
export const addedOffers = (session: string, { from, percent, continuing, unpaid }: Opening, part?: Part): SQL => sql`
    source as (
      select ${courses}.*, ${courses.totalSeats} as seats, 1 as next_year
        from ${courses} where ${courses.session} = ${from ?? null} and ${courses.isOpen} and ${courses.studyYear} = 1 and ${isIn(part)}
       union all
      select ${courses}.*, ${courses.adoptedSeats} - case when ${unpaid === 'no'}::boolean then ${unpaidSeats} else 0 end,
             ${courses.studyYear} + 1
        from ${courses}
       where ${courses.session} = ${from ?? null} and ${continuing === 'yes'}::boolean and ${courses.adoptedSeats} > 0
         and ${courses.studyYear} < ${courses.durationYears} and ${isIn(part)}),
    addable as materialized (
      select source.*, round(${source.pricePaise} * ${10_000 + Math.round(percent * 100)}::numeric / 1000000) * 100 as new_price
        from source
       where not exists (
         select from ${courses} ${existing}
          where ${existing.session} = ${session} and ${existing.studyYear} = source.next_year
            and lower(${existing.city}) = lower(${source.city}) and ${existing.courseType} = ${source.courseType}
            and lower(${existing.branch}) = lower(${source.branch})
            and ${existing.instituteId} is not distinct from ${source.instituteId})),
    added as (select * from addable where seats > 0)`;

/** Offers added up by city and type. Counts are numbers, amounts paise. */
export type SumsRow = {
  session: 'now' | 'before';
  city: string;
  courseType: string;
  offers: number;
  seats: number;
  minPaise: number;
  maxPaise: number;
  paise: number;
  intake: number;
  continuing: number;
  tooDear: number;
};

/**
 * Selects what a session would offer, and what the last one offers, as SumsRows, for a part of the courses.
 * @param last the name of the session before; null if there is none
 */
export const dryRunStatement = (session: string, opening: Opening, last: string | null, part: Part): SQL => sql`
    with ${addedOffers(session, opening, part)},
    offers as (
      select 'now' as session, city, course_type, seats, new_price as price, next_year as added_year from added
       union all
      select case ${courses.session} when ${session} then 'now' else 'before' end, ${courses.city}, ${courses.courseType},
             ${courses.totalSeats}, ${courses.pricePaise}, null
        from ${courses} where ${courses.session} in (${session}, ${last ?? session}) and ${courses.isOpen} and ${isIn(part)})
    select session, min(city) as city, course_type as "courseType", count(*)::int as offers, sum(seats)::int as seats,
           min(price)::bigint as "minPaise", max(price)::bigint as "maxPaise", sum(seats * price)::bigint as paise,
           count(*) filter (where added_year = 1)::int as intake, count(*) filter (where added_year > 1)::int as continuing,
           count(*) filter (where price > ${MAX_PRICE_PAISE})::int as "tooDear"
      from offers group by session, lower(city), course_type`;

/** Adds the offers of a session that opens, and returns one row for each. */
export const addStatement = (session: string, opening: Opening): SQL => sql`
    with ${addedOffers(session, opening)}
    ${insertSelect(courses, {
      instituteId: sql`institute_id`,
      city: sql`city`,
      courseType: sql`course_type`,
      branch: sql`branch`,
      branchHindi: sql`branch_hindi`,
      totalSeats: sql`seats`,
      pricePaise: sql`new_price`,
      durationYears: sql`duration_years`,
      session,
      studyYear: sql`next_year`,
    })} from added`;
