import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, ne, sql } from 'drizzle-orm';
import { courses, institutes } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import type { AuditAction, AuditFields } from '@/lib/accounts/audit-log/schema';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { isInArea } from '@/lib/catalogue/areas/queries';
import { placeOf } from '@/lib/platform/place-of';
import { INSTITUTE, readAdminCourse } from './queries';
import { minTotalSeats } from './rules';
import type { AdminCourse, AdminInstitute, CourseEdit, InstituteEdit } from './schema';

/** Why a course was not changed; `course` is its current state. */
type EditRefusal =
  | { ok: false; code: 'course.not_found' }
  | { ok: false; code: 'course.changed_meanwhile'; course: AdminCourse }
  | { ok: false; code: 'course.duration_below_year'; params: { year: number }; course: AdminCourse }
  | { ok: false; code: 'course.below_taken'; params: { taken: number }; course: AdminCourse };

/**
 * Changes total seats, price, duration, Hindi name or openness of a course and writes the audit log entries; unchanged values write
 * nothing. Adoptions, drafts and holds are not changed: each keeps the price of its own lines. Ended holds are
 * released first, so that their seats do not prevent a smaller total.
 * @param edit as parsed by courseEditSchema
 * @returns the current course, also when refused: someone else changed it since `version`, the total would be below
 * the adopted and held seats, or the duration below the year of study
 */
export async function changeCourse(
  scope: AreaScope,
  courseId: string,
  edit: CourseEdit,
): Promise<{ ok: true; course: AdminCourse } | EditRefusal> {
  if (edit.total_seats !== undefined) await releaseExpiredHolds([courseId]);
  return transaction(async (tx) => {
    const [locked] = await tx
      .select({ id: courses.id })
      .from(courses)
      .where(eq(courses.id, courseId))
      .for('no key update');
    if (!locked || !(await isInArea(scope, { courses: [courseId] }, tx)))
      return { ok: false, code: 'course.not_found' };
    const before = await readAdminCourse(courseId, tx);
    const taken = minTotalSeats(before);
    if (before.version !== edit.version) return { ok: false, code: 'course.changed_meanwhile', course: before };
    if (edit.total_seats !== undefined && edit.total_seats < taken)
      return { ok: false, code: 'course.below_taken', params: { taken }, course: before };
    if (edit.duration_years != null && edit.duration_years < before.study_year)
      return { ok: false, code: 'course.duration_below_year', params: { year: before.study_year }, course: before };
    const entries = entriesOf(before, edit);
    if (entries.length === 0) return { ok: true, course: before };
    await tx
      .update(courses)
      .set({
        totalSeats: edit.total_seats,
        pricePaise: edit.price_paise,
        isOpen: edit.is_open,
        durationYears: edit.duration_years,
        branchHindi: edit.branch_hindi,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(eq(courses.id, courseId));
    const course = await readAdminCourse(courseId, tx);
    for (const entry of entries) await recordAction(scope, { ...entry, subject: courseId }, tx);
    return { ok: true, course };
  });
}

/** Returns the audit log entries of an edit; none if it changes nothing. */
function entriesOf(course: AdminCourse, edit: CourseEdit) {
  const { total_seats = course.total_seats, price_paise = course.price_paise, is_open = course.is_open } = edit;
  const { duration_years = course.duration_years, branch_hindi = course.branch_hindi } = edit;
  const entries: { action: AuditAction; before: AuditFields; after: AuditFields }[] = [];
  const hasDuration = (course.duration_years ?? duration_years) !== null;
  const before = { total_seats: course.total_seats, price_paise: course.price_paise };
  const after = { total_seats, price_paise };
  const hasHindi = (course.branch_hindi ?? branch_hindi) !== null;
  const now = [after, duration_years, branch_hindi];
  if (!isDeepStrictEqual([before, course.duration_years, course.branch_hindi], now))
    entries.push({
      action: 'course.changed',
      before: {
        ...before,
        ...(course.duration_years !== null && { duration_years: course.duration_years }),
        ...(course.branch_hindi !== null && { branch_hindi: course.branch_hindi }),
      },
      after: { ...after, ...(hasDuration && { duration_years }), ...(hasHindi && { branch_hindi }) },
    });
  if (is_open !== course.is_open)
    entries.push({
      action: is_open ? 'course.opened' : 'course.closed',
      before: { is_open: course.is_open },
      after: { is_open },
    });
  return entries;
}

/** Why the details of an institute were not changed; `institute` are its current ones. */
type InstituteRefusal =
  | { ok: false; code: 'institute.not_found' }
  | { ok: false; code: 'institute.number_taken'; params: { institute: string } }
  | { ok: false; code: 'institute.changed_meanwhile'; institute: AdminInstitute };

/**
 * Sets the details of an institute and writes the audit log entry; equal details write nothing.
 * @param edit as parsed by instituteEditSchema
 * @returns the current details, also when somebody else changed them since `version`
 */
export async function describeInstitute(
  scope: AreaScope,
  instituteId: string,
  { version, ...details }: InstituteEdit,
): Promise<{ ok: true; institute: AdminInstitute } | InstituteRefusal> {
  return transaction(async (tx) => {
    const [row] = await tx
      .select({ institute: INSTITUTE, name: institutes.name, city: institutes.city })
      .from(institutes)
      .where(eq(institutes.id, instituteId))
      .for('no key update');
    if (!row || !(await isInArea(scope, { institutes: [instituteId] }, tx)))
      return { ok: false, code: 'institute.not_found' };
    const { institute, name, city } = row;
    const { number, hindi, address, website, kind, contact } = institute;
    const before = { number, hindi, address, website, kind, contact };
    if (institute.version !== version) return { ok: false, code: 'institute.changed_meanwhile', institute };
    if (isDeepStrictEqual(before, details)) return { ok: true, institute };
    const [owner] =
      details.number === null
        ? []
        : await tx
            .select({ name: institutes.name, city: institutes.city })
            .from(institutes)
            .where(and(eq(institutes.number, details.number), ne(institutes.id, instituteId)));
    if (owner)
      return { ok: false, code: 'institute.number_taken', params: { institute: placeOf(owner.name, owner.city) } };
    const [changed] = await tx
      .update(institutes)
      .set({ ...details, updatedAt: sql`clock_timestamp()` })
      .where(eq(institutes.id, instituteId))
      .returning(INSTITUTE);
    const after = { ...details, institute: name, city };
    await recordAction(scope, { action: 'institute.changed', subject: instituteId, before, after }, tx);
    return { ok: true, institute: changed! };
  });
}
