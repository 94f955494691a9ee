import 'server-only';
import type { CourseType } from '@/db/schema/enums';
import { catalogueSummary, type CatalogueSummary } from './queries';
import { sumSeats, type SeatCounts } from './rules';
import { LANDING_TYPES } from './schema';
import { describeError, log } from '@/lib/platform/log';

/** Seats of the landing page's course types: by type, by city and type, and in total. */
export type LandingNumbers = CatalogueSummary & SeatCounts;

/** Returns the totals for the landing page, or null if they cannot be read: the page must render without them. */
export async function landingNumbers(): Promise<LandingNumbers | null> {
  try {
    const summary = await catalogueSummary();
    const offered = <T extends { courseType: CourseType }>(rows: readonly T[]) =>
      rows.filter(({ courseType }) => LANDING_TYPES.includes(courseType));
    const types = offered(summary.types);
    return { types, cities: offered(summary.cities), ...sumSeats(types) };
  } catch (error) {
    log.error('landing_numbers_failed', describeError(error));
    return null;
  }
}
