import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { todayInIndia } from '@/db/days';
import { hasState, qualified, type Columns } from '@/db/conditions';
import { academicSessions, billingItems, courses, institutes } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { SummaryLine } from './summary';

/* Parts of statements about the lines of an adoption, as pages and papers show them. */

/** The lines of a billing with seats, in their order, as JSON. @param billing the table or an alias of it */
export const linesOf = (billing: Columns<'id'>): SQL<SummaryLine[]> => linesWith(billing, sql``);

const linesWith = (billing: Columns<'id'>, more: SQL): SQL<SummaryLine[]> =>
  qualified(sql`
    (select coalesce(json_agg(json_strip_nulls(json_build_object(
              'courseName', ${billingItems.courseName}, 'branch', ${billingItems.branch}, 'institute', ${billingItems.institute},
              'branchHindi', ${billingItems.branchHindi}, 'instituteHindi', ${billingItems.instituteHindi},
              'city', ${billingItems.city}, 'seats', ${billingItems.seats}, 'pricePaise', ${billingItems.pricePaise},
              'session', ${billingItems.session}, 'studyYear', ${billingItems.studyYear}${more}))
              order by ${billingItems.position}), '[]')
       from ${billingItems} where ${billingItems.billingId} = ${billing.id} and ${billingItems.seats} > 0)`);

/** What the institute of a line is called now; null if that is its name on the line, or it has none. */
export const presentInstitute = qualified(sql<string | null>`
  (select ${institutes.name} from ${courses} join ${institutes} on ${institutes.id} = ${courses.instituteId}
    where ${courses.id} = ${billingItems.courseId} and ${billingItems.institute} not in ('', ${institutes.name}))`);

/** The same for its sponsor, with the years of the whole courses and the names of the institutes as they are now. */
export const linesWithYears = (billing: Columns<'id'>): SQL<SummaryLine[]> =>
  linesWith(
    billing,
    sql`, 'years', (select ${courses.durationYears} from ${courses} where ${courses.id} = ${billingItems.courseId}),
        'presentInstitute', ${presentInstitute}`,
  );

/**
 * Condition: the seats of a billing are adopted, and all their sessions are over, by the clock of the database: their last
 * day has passed, and they are not open. A site that never closes its session goes on.
 */
export const hasEnded = (billing: Columns<'id' | 'state'>): SQL<boolean> =>
  qualified(sql`
    (${hasState(billing, ADOPTED_STATES)} and not exists (
      select from ${billingItems} join ${academicSessions} on ${academicSessions.name} = ${billingItems.session}
       where ${billingItems.billingId} = ${billing.id} and ${billingItems.seats} > 0
         and (${academicSessions.state} = 'open' or ${academicSessions.lastDay} >= ${todayInIndia})))`);

/** Years of a line from its year of study on. */
const yearsLeft = sql`(${courses.durationYears} - ${billingItems.studyYear} + 1)`;

/**
 * What the seats of a billing cost until their courses end, in paise, at its prices; null if no course takes more than a
 * year, or the years of one are unknown.
 */
export const untilCoursesEnd = (billing: Columns<'id'>): SQL<number | null> =>
  qualified(sql`
    (select case when bool_and(${courses.durationYears} is not null) and max(${yearsLeft}) > 1
                 then sum(${billingItems.seats} * ${billingItems.pricePaise} * ${yearsLeft})::bigint end
       from ${billingItems} join ${courses} on ${courses.id} = ${billingItems.courseId}
      where ${billingItems.billingId} = ${billing.id} and ${billingItems.seats} > 0)`);
