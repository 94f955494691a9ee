import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { actorColumns } from '@/lib/admin/audit-log/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { toAdminCourse } from './queries';
import { minTotalSeats } from './rules';
import type { AdminCourse, AdminInstitute, CourseEdit, InstituteEdit } from './schema';
import { instituteDetails, runChangeCourse } from './statements';

/** Why a course was not changed; `course` is its current state. */
type EditRefusal =
  | { ok: false; code: 'course.not_found' }
  | { ok: false; code: 'course.changed_meanwhile'; course: AdminCourse }
  | { ok: false; code: 'course.below_taken'; params: { taken: number }; course: AdminCourse };

/**
 * Changes total seats, price, duration or openness of a course and writes the audit log entries, in one statement. Adoptions,
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
    durationYears: edit.duration_years,
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

/** Why the details of an institute were not changed; `institute` are its current ones. */
type InstituteRefusal =
  | { ok: false; code: 'institute.not_found' }
  | { ok: false; code: 'institute.changed_meanwhile'; institute: AdminInstitute };

/**
 * Sets the details of an institute and writes the audit log entry, in one statement; equal details write nothing.
 * @param edit as parsed by instituteEditSchema
 * @returns the current details, also when somebody else changed them since `version`
 */
export async function describeInstitute(
  scope: AdminScope,
  instituteId: string,
  edit: InstituteEdit,
): Promise<{ ok: true; institute: AdminInstitute } | InstituteRefusal> {
  const { adminId, actor } = actorColumns(scope);
  const { version, address, website, kind, contact } = edit;
  const details = (row: string) =>
    raw(
      `jsonb_build_object('address', ${row}.address, 'website', ${row}.website, 'kind', ${row}.kind, 'contact', ${row}.contact)`,
    );
  const [row] = await sql()<{ isCurrent: boolean; institute: AdminInstitute }[]>`
    with locked  as (select * from institutes where id = ${instituteId} for no key update),
         changed as (update institutes i set address = ${address}, website = ${website}, kind = ${kind}, contact = ${contact},
                            updated_at = clock_timestamp()
                       from locked l
                      where i.id = l.id and l.updated_at::text = ${version}
                        and (l.address, l.website, l.kind, l.contact) is distinct from
                            (${address}::text, ${website}::text, ${kind}::text, ${contact}::text)
                     returning i.*),
         logged  as (insert into audit_log (admin_id, actor, action, subject, before, after)
                     select ${adminId}::uuid, ${actor}, 'institute.changed', l.id::text, ${details('l')},
                            ${details('c')} || jsonb_build_object('institute', l.name, 'city', l.city)
                       from locked l join changed c on c.id = l.id)
    select l.updated_at::text = ${version} as "isCurrent", ${raw(instituteDetails('s'))} as institute
      from locked l cross join lateral (select * from changed union all select * from locked limit 1) s`;
  if (!row) return { ok: false, code: 'institute.not_found' };
  const { isCurrent, institute } = row;
  return isCurrent ? { ok: true, institute } : { ok: false, code: 'institute.changed_meanwhile', institute };
}
