'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { adminPatch } from '@/lib/api/admin';
import type { ApiResult } from '@/lib/api/client';
import { placeOf } from '@/lib/catalogue/rules';
import type { EditedValues } from '@/lib/catalogue/keeping/rules';
import { keptCourseSchema, type KeptCourse } from '@/lib/catalogue/keeping/schema';

/** Statuses after which the table shows something else than the server has. */
const OUTDATED: readonly (number | null)[] = [404, 409];

/** Sends what changes of a course; the table is read anew after a success, and where it turns out to be behind. */
export function useSaveCourse(): (course: KeptCourse, edit: EditedValues) => Promise<ApiResult<KeptCourse>> {
  const router = useRouter();
  return useCallback(
    async ({ id, version }, edit) => {
      const answer = await adminPatch(`/admin/courses/${id}`, { ...edit, version }, keptCourseSchema);
      if (answer.ok || OUTDATED.includes(answer.status)) router.refresh();
      return answer;
    },
    [router],
  );
}

/** What a course is called where its row is not seen. */
export function useCourseName({ course_name: type, branch, institute_name: institute, city }: KeptCourse): string {
  const t = useTranslations();
  return t('keeping.course', { type, branch, place: placeOf(institute ?? t('common.otherInstitutes'), city) });
}
