import 'server-only';
import { loadCatalogue } from '@/lib/catalogue/queries';
import { cityStats, NoValidCoursesError } from '@/lib/catalogue/rules';
import type { CourseSeats, CourseType } from '@/lib/catalogue/schema';
import { describeError, log } from '@/lib/core/log';
import districts from './districts.json';
import { cityByDistrict } from './district-cities';

/** What a map page gets. `problem` is the code of the sentence that says why there are no courses. */
export type MapCourses = {
  courses: CourseSeats[];
  /** courses left out as invalid */
  dropped: number;
  problem: 'course.none_valid' | 'course.load_failed' | null;
};

/**
 * The seats of a map, over all course types or of one; cities without a district are logged, each once a process. Never throws: the map is
 * shown without highlights when the catalogue is empty, and says so when it cannot be read.
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
