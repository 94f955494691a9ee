import 'server-only';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { loadCatalogue } from '@/lib/catalogue/queries';
import { NoValidCoursesError, type LoadedCourses } from '@/lib/catalogue/rules';
import { toCourseType, type CourseType } from '@/lib/catalogue/schema';
import type { ErrorCode } from '@/lib/core/errors';
import { describeError, log } from '@/lib/core/log';
import { readSegment } from '@/lib/site/segment';

/** What the address asks for; `courseType` is null on the list of all types. */
export type Asked = { city: string; courseType: CourseType | null };

/** Reads the address: decoded once, type in its canonical spelling. Malformed text and unknown types are not found. */
export function readAddress({ city, courseType }: { city: string; courseType?: string }): Asked {
  const type = courseType === undefined ? null : toCourseType(readSegment(courseType) ?? notFound());
  if (courseType !== undefined && type === null) notFound();
  return { city: readSegment(city) ?? notFound(), courseType: type };
}

/** A load that worked, with the city as the catalogue spells it, or the code of what to tell. */
export type Load = ({ ok: true; city: string } & LoadedCourses) | { ok: false; city: string; code: ErrorCode };

/** The courses of a city, read once a request for the page and its title. */
export const loadCity = cache(async (city: string, courseType: CourseType | null): Promise<Load> => {
  try {
    const loaded = await loadCatalogue({ city, courseType: courseType ?? undefined });
    return { ok: true, city: loaded.courses[0]?.city ?? city, ...loaded };
  } catch (error) {
    if (error instanceof NoValidCoursesError) return { ok: false, city, code: error.code };
    log.error('courses_load_failed', describeError(error));
    return { ok: false, city, code: 'course.load_failed' };
  }
});
