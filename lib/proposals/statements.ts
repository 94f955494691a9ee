import 'server-only';
import { eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { academicSessions, courses, institutes, proposals } from '@/db/schema';
import type { CourseType } from '@/db/schema/enums';
import type { ProposedChange } from '@/lib/catalogue/proposals';
import { overdueSeats } from '@/lib/catalogue/statements';

const same = alias(courses, 'same');

/** The columns of a ProposedChange, of proposals joined with the courses to change. */
export const changeColumns = {
  kind: proposals.kind,
  courseType: sql<CourseType>`coalesce(${proposals.courseType}, ${courses.courseType})`,
  branch: sql<string>`coalesce(${proposals.branch}, ${courses.branch})`,
  branchHindi: sql<string | null>`coalesce(${proposals.branchHindi}, ${courses.branchHindi})`,
  session: sql<string>`coalesce(${proposals.session}, ${courses.session})`,
  studyYear: sql<number>`coalesce(${proposals.studyYear}, ${courses.studyYear})`,
  years: sql<number | null>`coalesce(${proposals.durationYears}, ${courses.durationYears})`,
  totalSeats: proposals.totalSeats,
  pricePaise: proposals.pricePaise,
  oldSeats: proposals.oldSeats,
  oldPaise: proposals.oldPaise,
} satisfies Record<keyof ProposedChange, unknown>;

/** The columns of a CurrentProposal, of the same tables and institutes. */
export const currentColumns = {
  id: proposals.id,
  ...changeColumns,
  offer: {
    id: courses.id,
    totalSeats: courses.totalSeats,
    pricePaise: courses.pricePaise,
    isOpen: courses.isOpen,
  },
  exists: sql<boolean>`exists (
    select from ${courses} ${same}
     where ${same.instituteId} = ${proposals.instituteId} and ${same.courseType} = ${proposals.courseType}
       and lower(${same.branch}) = lower(${proposals.branch}) and ${same.session} = ${proposals.session}
       and ${same.studyYear} = ${proposals.studyYear})`,
  institute: institutes.name,
  city: sql<string>`coalesce(${courses.city}, ${institutes.city})`,
};

/** Adopted and held seats of an offer, without those of ended holds. Joins overdueSeats from the left. */
export const takenSeats =
  sql<number>`${courses.adoptedSeats} + ${courses.heldSeats} - coalesce(${overdueSeats.seats}, 0)`.mapWith(Number);

/** Condition: offers of a session can still change. */
export const canChange = ne(academicSessions.state, 'closed');

/** What is proposed for an offer and not answered yet, as kinds. */
export const openKinds = sql<string[]>`coalesce((
  select array_agg(distinct proposed.kind) from ${proposals}
         cross join lateral (values (${proposals.kind}), (case when ${proposals.pricePaise} is not null then 'price' end)) proposed (kind)
   where ${proposals.courseId} = ${courses.id} and ${proposals.state} = 'open' and proposed.kind is not null), '{}')`;

/** Selects the names of all branches of a course type, the most frequent first. */
export const branchNames = (courseType: CourseType, tx = db()) =>
  tx
    .select({ branch: courses.branch })
    .from(courses)
    .where(eq(courses.courseType, courseType))
    .groupBy(courses.branch)
    .orderBy(sql`count(*) desc`, courses.branch);
