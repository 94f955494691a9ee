import type { AuditCourse } from '@/lib/admin/audit-log/queries';
import { getTranslator } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';

/** Returns a course in one line, e.g. 'ITI Fitter, Government ITI, Rewa'. */
export function courseName({ courseType, branch, institute, city }: AuditCourse): string {
  const place = institute ? placeOf(institute, city) : city;
  return getTranslator('en', 'auditLog')('course', { type: courseType, branch, place });
}
