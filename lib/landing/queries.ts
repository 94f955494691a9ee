import 'server-only';
import { catalogueSummary, type CityTypeSummary, type TypeSummary } from '@/lib/catalogue/queries';
import { LANDING_TYPES, type CourseType } from '@/lib/catalogue/schema';
import { describeError, log } from '@/lib/core/log';

/** Seats of the landing page's course types: by type, by city and type, and in total. */
export type LandingNumbers = {
  types: TypeSummary[];
  cities: CityTypeSummary[];
  total: number;
  left: number;
  adopted: number;
};

/** Returns the totals for the landing page, or null if they cannot be read: the page must render without them. */
export async function landingNumbers(): Promise<LandingNumbers | null> {
  try {
    const summary = await catalogueSummary();
    const offered = <T extends { courseType: CourseType }>(rows: readonly T[]) =>
      rows.filter(({ courseType }) => LANDING_TYPES.includes(courseType));
    const types = offered(summary.types);
    const sum = (key: 'total' | 'left' | 'adopted') => types.reduce((all, row) => all + row[key], 0);
    return { types, cities: offered(summary.cities), total: sum('total'), left: sum('left'), adopted: sum('adopted') };
  } catch (error) {
    log.error('landing_numbers_failed', describeError(error));
    return null;
  }
}
