import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { actorColumns } from '@/lib/admin/audit-log/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { toAdminCourse } from './queries';
import { minTotalSeats } from './rules';
import type { CourseEdit, AdminCourse } from './schema';
import { runChangeCourse } from './statements';

/** Why a course was not changed; `course` is its current state. */
export type EditRefusal =
  | { ok: false; code: 'course.not_found' }
  | { ok: false; code: 'course.changed_meanwhile'; course: AdminCourse }
  | { ok: false; code: 'course.below_taken'; params: { taken: number }; course: AdminCourse };

/**
 * Changes total seats, price or openness of a course and writes the audit log entries, in one statement. Adoptions,
 * drafts and holds are not changed: each keeps the price of its own lines. Ended holds are released first, so
 * that their seats do not prevent a smaller total.
 * @param edit as parsed by courseEditSchema
 * @param connection the pool to use, if not the shared one
 * @returns the current course, also when refused: someone else changed it since `version`, or the total would be below
 * the adopted and held seats
 */
export async function changeCourse(
  scope: AdminScope,
  courseId: string,
  edit: CourseEdit,
  connection: Sql = sql(),
): Promise<{ ok: true; course: AdminCourse } | EditRefusal> {
  if (edit.total_seats !== undefined) await releaseExpiredHolds([courseId], connection);
  const row = await runChangeCourse(connection, {
    courseId,
    version: edit.version,
    totalSeats: edit.total_seats ?? null,
    pricePaise: edit.price_paise ?? null,
    isOpen: edit.is_open ?? null,
    ...actorColumns(scope),
  });
  if (!row) return { ok: false, code: 'course.not_found' };
  const course = toAdminCourse(row);
  switch (row.verdict) {
    case 'fine':
      return { ok: true, course };
    case 'changed_meanwhile':
      return { ok: false, code: 'course.changed_meanwhile', course };
    case 'below_taken':
      return { ok: false, code: 'course.below_taken', params: { taken: minTotalSeats(course) }, course };
  }
}
