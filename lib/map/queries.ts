import 'server-only';
import { loadCatalogue } from '@/lib/catalogue/queries';
import { cityStats, NoValidCoursesError } from '@/lib/catalogue/rules';
import type { CourseSeats, CourseType } from '@/lib/catalogue/schema';
import { describeError, log } from '@/lib/core/log';
import districts from './districts.json';
import { cityByDistrict } from './district-cities';

/** The data of a map page. `problem` is the code of the message that explains why there are no courses. */
export type MapCourses = {
  courses: CourseSeats[];
  /** courses omitted as invalid */
  dropped: number;
  problem: 'course.none_valid' | 'course.load_failed' | null;
};

/**
 * Returns the seats for a map, of all course types or of one. Logs cities without a district, each once per process.
 * Never throws: the map is shown without highlights if the catalogue is empty, and with a message if it cannot be read.
 */
export async function mapCourses(courseType: CourseType | null): Promise<MapCourses> {
  try {
    const { courses, dropped } = await loadCatalogue(courseType ? { courseType } : {});
    const { unmatched } = cityByDistrict(districts, cityStats(courses));
    for (const city of unmatched) warnOnce(city);
    return { courses: courses.map(slim), dropped, problem: null };
  } catch (error) {
    if (error instanceof NoValidCoursesError) return { courses: [], dropped: 0, problem: 'course.none_valid' };
    log.error('map_courses_failed', describeError(error));
    return { courses: [], dropped: 0, problem: 'course.load_failed' };
  }
}

const warned = new Set<string>();

function warnOnce(city: string): void {
  if (warned.has(city)) return;
  warned.add(city);
  log.warn('city_without_district', { city });
}

function slim({ city, course_name, total_seats, left_seats }: CourseSeats): CourseSeats {
  return { city, course_name, total_seats, left_seats };
}
