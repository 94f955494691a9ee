'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useTranslations } from 'use-intl';
import type { EditedValues } from '@/lib/admin/courses/rules';
import { adminCourseSchema, type AdminCourse } from '@/lib/admin/courses/schema';
import { adminPatch } from '@/lib/api-client/admin';
import type { ApiResult } from '@/lib/api-client/client';
import { placeOf } from '@/lib/catalogue/rules';

/** Statuses after which the table shows something else than the server has. */
const OUTDATED: readonly (number | null)[] = [404, 409];

export type SaveCourse = (course: AdminCourse, edit: EditedValues) => Promise<ApiResult<AdminCourse>>;

/**
 * Sends what changes of a course; the table is read anew after a success, and where it turns out to be behind.
 * @returns `save`, and whether the table is still being read: until then its rows have versions that are behind
 */
export function useSaveCourse(): { save: SaveCourse; refreshing: boolean } {
  const router = useRouter();
  const [refreshing, startRefresh] = useTransition();
  const save: SaveCourse = async ({ id, version }, edit) => {
    const answer = await adminPatch(`/admin/courses/${id}`, { ...edit, version }, adminCourseSchema);
    if (answer.ok || OUTDATED.includes(answer.status)) startRefresh(() => router.refresh());
    return answer;
  };
  return { save, refreshing };
}

/** What a course is called where its row is not seen. */
export function useCourseName({ course_name: type, branch, institute_name: institute, city }: AdminCourse): string {
  const t = useTranslations();
  return t('adminCourses.course', { type, branch, place: placeOf(institute ?? t('common.otherInstitutes'), city) });
}
