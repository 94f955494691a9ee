import 'server-only';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import type { CourseType } from '@/db/schema/enums';
import { loadCatalogue, type CourseFilter } from '@/lib/catalogue/queries';
import { NoValidCoursesError, type LoadedCourses } from '@/lib/catalogue/rules';
import { toCourseType } from '@/lib/catalogue/schema';
import type { ErrorCode } from '@/lib/platform/errors';
import { noteFailedLoad } from '@/lib/platform/site/failed-load';
import { readSegment } from '@/lib/platform/site/segment';
import { reservationKeys } from '@/lib/adoption/take/queries';
import type { SponsorScope } from '@/lib/accounts/session';

/**
 * The parameters of a course list; `courseType` is null for all types. `holder` is the sponsor whose own held and
 * reserved seats count as available.
 */
export type ListParams = { city: string; courseType: CourseType | null; holder?: SponsorScope };

/** Parses the course type of a path; malformed and unknown types give a 404 page. */
export function readCourseType(segment: string): CourseType {
  return toCourseType(readSegment(segment) ?? notFound()) ?? notFound();
}

/** Parses the path of a course list: decoded once, the city as spelled there. */
export function readListParams({ city, courseType }: { city: string; courseType?: string }): ListParams {
  return {
    city: readSegment(city) ?? notFound(),
    courseType: courseType === undefined ? null : readCourseType(courseType),
  };
}

/** A successful load, or its error code. */
type LoadResult = ({ ok: true } & LoadedCourses) | { ok: false; code: ErrorCode };

type PageFilter = Pick<CourseFilter, 'city' | 'courseType' | 'instituteId'> & Pick<ListParams, 'holder'>;

/** Loads the courses of the catalogue that match a filter. Never throws: a failure is logged and returned. */
export async function loadCoursesForPage({ holder, ...filter }: PageFilter = {}): Promise<LoadResult> {
  try {
    const ofHolder = holder && { holder: holder.personId, reservedFor: await reservationKeys(holder) };
    return { ok: true, ...(await loadCatalogue({ ...filter, ...ofHolder })) };
  } catch (error) {
    if (error instanceof NoValidCoursesError) return { ok: false, code: error.code };
    await noteFailedLoad('courses_load_failed', error);
    return { ok: false, code: 'course.load_failed' };
  }
}

/** Loads the courses of a city, once per request for page and title, with the catalogue's spelling of the city. */
export const loadCity = cache(
  async (
    requested: string,
    courseType: CourseType | null,
    holder?: SponsorScope,
  ): Promise<LoadResult & { city: string }> => {
    const load = await loadCoursesForPage({ city: requested, courseType: courseType ?? undefined, holder });
    return { ...load, city: (load.ok && load.courses[0]?.city) || requested };
  },
);
