import 'server-only';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { loadCatalogue, type CourseFilter } from '@/lib/catalogue/queries';
import { NoValidCoursesError, type LoadedCourses } from '@/lib/catalogue/rules';
import { toCourseType, type CourseType } from '@/lib/catalogue/schema';
import type { ErrorCode } from '@/lib/core/errors';
import { describeError, log } from '@/lib/core/log';
import { readSegment } from '@/lib/site/segment';

/** What the address asks for; `courseType` is null on the list of all types. `holder` is the sponsor whose own hold counts as free. */
export type ListParams = { city: string; courseType: CourseType | null; holder?: string };

/** The course type of an address in its canonical spelling; malformed text and unknown types are pages that do not exist. */
export function readCourseType(segment: string): CourseType {
  return toCourseType(readSegment(segment) ?? notFound()) ?? notFound();
}

/** Reads the address of a course list: decoded once, the city as it is written there. */
export function readListParams({ city, courseType }: { city: string; courseType?: string }): ListParams {
  return {
    city: readSegment(city) ?? notFound(),
    courseType: courseType === undefined ? null : readCourseType(courseType),
  };
}

/** A load that worked, or the code of what to tell. */
export type LoadResult = ({ ok: true } & LoadedCourses) | { ok: false; code: ErrorCode };

/** The courses of the whole catalogue, or of the part that a filter leaves. Never throws: a failure is logged and told. */
export async function loadCoursesForPage(filter: CourseFilter = {}): Promise<LoadResult> {
  try {
    return { ok: true, ...(await loadCatalogue(filter)) };
  } catch (error) {
    if (error instanceof NoValidCoursesError) return { ok: false, code: error.code };
    log.error('courses_load_failed', describeError(error));
    return { ok: false, code: 'course.load_failed' };
  }
}

/** The courses of a city, read once a request for the page and its title, with the city as the catalogue spells it. */
export const loadCity = cache(
  async (requested: string, courseType: CourseType | null, holder?: string): Promise<LoadResult & { city: string }> => {
    const load = await loadCoursesForPage({ city: requested, courseType: courseType ?? undefined, holder });
    return { ...load, city: (load.ok && load.courses[0]?.city) || requested };
  },
);
