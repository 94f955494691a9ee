import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses } from '@/db/schema';
import { ADOPTED_STATES, PAID_STATES } from '@/db/schema/billing-states';
import { insertSelect } from '@/db/writes';
import { MAX_PRICE_PAISE } from '@/lib/admin/catalogue-import/schema';
import type { Opening } from './schema';

const existing = alias(courses, 'existing');
const source = alias(courses, 'source');

/** Condition on `billings`: its seats are adopted, and some money for them is here. */
export const isPaidFor: SQL = sql`(${hasState(billings, PAID_STATES)} or ${billings.receivedPaise} > ${billings.refundedPaise})`;

/**
 * CTEs that end with `added`: the offers that opening a session adds. Those of the first year repeat the open ones of
 * `from`; those of later years have the seats of the year before whose adoptions are paid for, or all adopted ones if
 * `unpaid` is 'yes', also of closed courses. What the session offers already, by an import, stays as it is.
 * `addable` has the same and offers without such seats.
 */
export const addedOffers = (session: string, { from, percent, continuing, unpaid }: Opening): SQL => sql`
    unpaid_seats_of as (
      select ${billingItems.courseId} as of_course, sum(${billingItems.seats})::int as unpaid
        from ${billings} join ${billingItems} on ${billingItems.billingId} = ${billings.id}
       where ${hasState(billings, ADOPTED_STATES)} and not ${isPaidFor} and ${billingItems.session} = ${from ?? null}
         and ${unpaid === 'no'}::boolean
       group by 1),
    source as (
      select ${courses}.*, ${courses.totalSeats} as seats, 1 as next_year
        from ${courses} where ${courses.session} = ${from ?? null} and ${courses.isOpen} and ${courses.studyYear} = 1
       union all
      select ${courses}.*, ${courses.adoptedSeats} - coalesce(unpaid, 0), ${courses.studyYear} + 1
        from ${courses} left join unpaid_seats_of on of_course = ${courses.id}
       where ${courses.session} = ${from ?? null} and ${continuing === 'yes'}::boolean and ${courses.adoptedSeats} > 0
         and ${courses.studyYear} < ${courses.durationYears}),
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
 * Selects what a session would offer, and what the last one offers, as SumsRows.
 * @param last the name of the session before; null if there is none
 */
export const dryRunStatement = (session: string, opening: Opening, last: string | null): SQL => sql`
    with ${addedOffers(session, opening)},
    offers as (
      select 'now' as session, city, course_type, seats, new_price as price, next_year as added_year from added
       union all
      select case ${courses.session} when ${session} then 'now' else 'before' end, ${courses.city}, ${courses.courseType},
             ${courses.totalSeats}, ${courses.pricePaise}, null
        from ${courses} where ${courses.session} in (${session}, ${last ?? session}) and ${courses.isOpen})
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
