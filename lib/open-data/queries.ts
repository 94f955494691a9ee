import 'server-only';
import { desc, eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { adoptionMonthlyTotals, courses } from '@/db/schema';
import { GROUPS, type Group } from '@/db/schema/report-kinds';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { groupBy } from '@/lib/platform/group-by';
import { sharedRead } from '@/lib/platform/shared-read';
import { sumOf, totalOf, type Sum, type TotalProgress } from '@/lib/published/progress';
import { readAllCompositions, type OfferComposition } from '@/lib/register/composition';
import { readUnnamedLines } from '@/lib/register/total-queries';

/** The seats of a course type in a district and session; what is known of their students as it is published. */
export type OpenRow = TotalProgress &
  Record<Group, Sum> & { session: string; type: string; district: string; offered: number };

/** Seats adopted in a month (YYYY-MM) by course type and session. */
type OpenMonth = { month: string; type: string; session: string; seats: number };

/** What the site publishes of itself. No company is in it. */
type OpenData = { rows: OpenRow[]; months: OpenMonth[]; offered: number; total: TotalProgress };

/**
 * Returns the open data of all sessions: the newest session first, by course type and district. Read once for all callers and
 * kept for a while, since every line of the site is counted.
 * @throws DeadlineError if the database does not respond in time
 */
export const readOpenData = sharedRead(
  () => 60 * env().TOTALS_AGE_MS,
  async (): Promise<OpenData> => {
    const [offers, months, places, compositions] = await withQueryDeadline(
      Promise.all([
        db()
          .select({
            session: courses.session,
            type: sql<string>`${courses.courseType}`,
            city: courses.city,
            seats: sql<number>`sum(${courses.totalSeats})`.mapWith(Number),
          })
          .from(courses)
          .groupBy(courses.session, courses.courseType, courses.city),
        db()
          .select({
            month: sql<string>`to_char(${adoptionMonthlyTotals.month}, 'YYYY-MM')`,
            type: adoptionMonthlyTotals.courseType,
            session: adoptionMonthlyTotals.session,
            seats: adoptionMonthlyTotals.seats,
          })
          .from(adoptionMonthlyTotals)
          .orderBy(desc(adoptionMonthlyTotals.month), adoptionMonthlyTotals.courseType, adoptionMonthlyTotals.session),
        loadPlaces(),
        readAllCompositions(),
      ]),
    );
    const districtOf = (city: string) => places.districtOf(city) ?? city;
    const sessions = [...new Set(offers.map(({ session }) => session))].toSorted().reverse();
    const lines = [];
    for (const session of sessions)
      for (const line of await readUnnamedLines(eq(courses.session, session))) lines.push({ ...line, session });
    const keyOf = (session: string, type: string, city: string) => `${session}|${type}|${districtOf(city)}`;
    const composed = groupBy(compositions, ({ session, courseType, city }) => keyOf(session, courseType, city));
    const adopted = groupBy(lines, ({ session, courseType, city }) => keyOf(session, courseType, city));
    const rows = [...groupBy(offers, ({ session, type, city }) => keyOf(session, type, city))].map(([key, own]) => ({
      session: own[0]!.session,
      type: own[0]!.type,
      district: districtOf(own[0]!.city),
      offered: own.reduce((sum, { seats }) => sum + seats, 0),
      ...totalOf(adopted.get(key) ?? []),
      ...groupSums(composed.get(key) ?? []),
    }));
    return {
      rows: rows.toSorted(
        (a, b) =>
          b.session.localeCompare(a.session, 'en') ||
          a.type.localeCompare(b.type, 'en') ||
          a.district.localeCompare(b.district, 'en'),
      ),
      months,
      offered: rows.reduce((sum, { offered }) => sum + offered, 0),
      total: totalOf(lines),
    };
  },
);

/** Adds up what is published of the groups of students of offers; of each, nothing if none stated it. */
const groupSums = (offers: readonly OfferComposition[]) =>
  Object.fromEntries(
    GROUPS.map((group) => [group, sumOf(offers.flatMap(({ composition }) => composition[group] ?? []))]),
  ) as Record<Group, Sum>;
