import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { todayInIndia } from '@/db/days';
import { hasState } from '@/db/conditions';
import { academicSessions, billingItems, billings, courses, institutes, renewalLines, users } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { provenEmail } from '@/lib/accounts/proven-email';
import { freeSeats } from '@/lib/catalogue/statements';
import { addedOffers, isIn, isPaidFor, type Part } from './statements';
import type { Opening, RenewalPlan } from './schema';

const from = alias(courses, 'from_course');

/** Courses without an institute are compared as in the natural key. */
const instituteOf = (course: { instituteId: unknown }): SQL =>
  sql`coalesce(${course.instituteId}, '00000000-0000-0000-0000-000000000000'::uuid)`;

/**
 * The address of an adoption that somebody proved to own, or that two administrators took from a paper: that of the account
 * if it is confirmed, else the one of the adoption. Null without one, as after the account was deleted.
 */
const provenAddress = sql`
  coalesce(${provenEmail(users)},
           case when ${users.kind} <> 'deleted' and ${billings.verifiedChannel} in ('email', 'paper') and ${billings.madeBy} is null
                then nullif(${billings.sponsor}->>'email', '') end)`;

/**
 * CTEs that end with `lines`, the adopted lines of the session `last` whose students continue in an offer of `session`
 * that can still be adopted, and that nobody was invited for, and `continuing`: those that are paid for, or all if `unpaid`
 * of the opening is 'yes', with the seats of the offer that they get. While fewer are free than continue, the adoptions get
 * them in the order in which they were made.
 * @param opening what opening the session would add; its offers have no id yet
 * @param part of the courses of `last`: each of them has one offer at most in which its students continue
 */
const continuingLines = (session: string, last: string, opening: Opening, part?: Part): SQL => sql`
    ${addedOffers(session, opening, part)},
    next_offers as (
      select null::uuid as id, lower(city) as city, ${instituteOf({ instituteId: sql`institute_id` })} as institute, course_type,
             lower(branch) as branch, next_year as study_year, seats as free, new_price as price
        from addable where next_year > 1
       union all
      select ${courses.id}, lower(${courses.city}), ${instituteOf(courses)}, ${courses.courseType}, lower(${courses.branch}),
             ${courses.studyYear}, ${freeSeats}, ${courses.pricePaise}
        from ${courses}
       where ${courses.session} = ${session} and ${courses.isOpen} and ${courses.studyYear} > 1),
    lines as (
      select ${billingItems.billingId}, ${billingItems.courseId} as from_course_id, ${billingItems.seats}, ${billings.verifiedAt},
             ${billings.userId}, ${isPaidFor} as is_paid_for, ${billings.locale}, ${billings.sponsor}->>'company' as company, ${provenAddress} as address,
             next_offers.id as course_id, next_offers.free, next_offers.price::bigint as price
        from ${billings}
        join ${users} on ${users.id} = ${billings.userId}
        join ${billingItems} on ${billingItems.billingId} = ${billings.id}
        join ${courses} ${from} on ${from.id} = ${billingItems.courseId}
        join next_offers on next_offers.city = lower(${from.city}) and next_offers.institute = ${instituteOf(from)}
                        and next_offers.course_type = ${from.courseType} and next_offers.branch = lower(${from.branch})
                        and next_offers.study_year = ${from.studyYear} + 1
       where ${from.session} = ${last} and ${isIn(part, from)} and ${billingItems.seats} > 0 and ${hasState(billings, ADOPTED_STATES)}
         and exists (select from ${academicSessions} where ${academicSessions.name} = ${session}
                        and coalesce(${academicSessions.adoptingUntil}, 'infinity') >= ${todayInIndia})
         and not exists (select from ${renewalLines} where ${renewalLines.billingId} = ${billingItems.billingId}
                                                       and ${renewalLines.fromCourseId} = ${billingItems.courseId})),
    continuing as (
      select lines.*,
             case when address is null then 0
                  else greatest(0, least(seats, free - (sum(seats) over (
                    partition by from_course_id, address is null order by verified_at, billing_id) - seats)))::int
                  end as reserved
        from lines where is_paid_for or ${opening.unpaid === 'yes'}::boolean)`;

/** The sums of a RenewalPlan for a part of the courses; who may be in several parts is named instead of counted. */
export type PlannedPart = Omit<RenewalPlan, 'last' | 'sponsors' | 'unprovenSponsors' | 'unpaidSponsors'> & {
  /** Addresses, and ids of accounts. */
  sponsors: string[];
  unprovenSponsors: string[];
  unpaidSponsors: string[];
};

/**
 * Selects a PlannedPart, with the offers of `shortages` that have the most seats too few.
 * @param last the session whose lines continue
 * @param limit the most offers of `shortages`
 */
export const renewalPlan = (session: string, last: string, opening: Opening, part: Part, limit: number): SQL => sql`
    with ${continuingLines(session, last, opening, part)},
    short as (
      select from_course_id, sum(seats)::int as seats, sum(reserved)::int as reserved from continuing where address is not null
       group by 1 having sum(reserved) < sum(seats)),
    shortages as (
      select concat_ws(', ', ${from.courseType}, ${from.branch}, ${institutes.name}, ${from.city}) as course, short.seats as continuing, reserved
        from short join ${courses} ${from} on ${from.id} = from_course_id left join ${institutes} on ${institutes.id} = ${from.instituteId}
       order by short.seats - reserved desc, 1 limit ${limit})
    select coalesce(array_agg(distinct lower(address)) filter (where reserved > 0), '{}') as sponsors,
           coalesce(sum(reserved), 0)::int as seats, coalesce(sum(reserved * price), 0)::bigint as paise,
           coalesce(sum(seats - reserved) filter (where address is not null), 0)::int as "missingSeats",
           (select count(*)::int from short) as "missingOffers",
           coalesce(array_agg(distinct user_id) filter (where address is null), '{}') as "unprovenSponsors",
           coalesce(sum(seats) filter (where address is null), 0)::int as "unprovenSeats",
           (select coalesce(array_agg(distinct user_id), '{}') from lines where not is_paid_for) as "unpaidSponsors",
           (select coalesce(sum(seats), 0)::int from lines where not is_paid_for) as "unpaidSeats",
           (select coalesce(json_agg(shortages), '[]') from shortages) as shortages
      from continuing`;

/** A line with the seats of an offer that are to be reserved for it; `paise` is the price of one. */
export type InvitedLine = {
  billingId: string;
  fromCourseId: string;
  courseId: string;
  reserved: number;
  paise: number;
  address: string;
  company: string;
  locale: string;
};

/**
 * Selects the InvitedLines of a session whose offers are all in the catalogue, the oldest adoptions first.
 * @param unpaid whether adoptions that nobody has paid for are among them
 */
export const invitedLines = (session: string, last: string, unpaid: Opening['unpaid']): SQL => sql`
    with ${continuingLines(session, last, { percent: 0, continuing: 'no', unpaid })}
    select billing_id as "billingId", from_course_id as "fromCourseId", course_id as "courseId", reserved, price as paise, address,
           company, locale
      from continuing where reserved > 0 order by verified_at, billing_id, from_course_id`;
