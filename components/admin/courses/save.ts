'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { adminCourseSchema, type AdminCourse, type EditedValues } from '@/lib/admin/courses/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asSchema, type ApiResult } from '@/lib/api/client/client';
import { toRupeeString } from '@/lib/platform/money';
import { placeOf } from '@/lib/platform/place-of';

/** Statuses after which the table shows outdated data. */
const OUTDATED: readonly (number | null)[] = [404, 409];

export type SaveCourse = (course: AdminCourse, edit: EditedValues) => Promise<ApiResult<AdminCourse>>;

/**
 * Sends the changes of a course; the table is reloaded after a success and when it is outdated.
 * @returns `save`, and whether the table is reloading: until then its rows have outdated versions
 */
export function useSaveCourse(): { save: SaveCourse; refreshing: boolean } {
  const router = useRouter();
  const [refreshing, startRefresh] = useTransition();
  const save: SaveCourse = async ({ id, version }, { price_paise: price, ...edit }) => {
    const body = { ...edit, ...(price !== undefined && { price_per_seat: toRupeeString(price) }), version };
    const request = { params: { courseId: id }, body, read: asSchema(adminCourseSchema) };
    const result = await callAsAdmin('PATCH /admin/courses/{courseId}', request);
    if (result.ok || OUTDATED.includes(result.status)) startRefresh(() => router.refresh());
    return result;
  };
  return { save, refreshing };
}

/** Returns what names courses where their rows are not visible. */
export function useCourseNames(): (course: AdminCourse) => string {
  const t = useTranslations();
  return ({ course_name: type, branch, institute_name: institute, city }) =>
    t('adminCourses.course', { type, branch, place: placeOf(institute ?? t('common.otherInstitutes'), city) });
}

export const useCourseName = (course: AdminCourse): string => useCourseNames()(course);
