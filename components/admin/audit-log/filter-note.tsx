import { Link } from '@/components/platform/ui/link';
import type { AuditCourse, AuditEntry } from '@/lib/admin/audit-log/queries';
import { ADMIN_COURSE_LIST } from '@/lib/admin/courses/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { courseName } from './course-name';

type FilterNoteProps = {
  subject: string | undefined;
  course: AuditCourse | null;
  /** The reference of the adoption that the entries are about. */
  reference: string | undefined;
  cause: AuditEntry | null;
};

/** Describes the course, adoption or import that the log is filtered by, with a link to the course. */
export function FilterNote({ subject, course, reference, cause }: FilterNoteProps) {
  const t = getTranslator('en', 'auditLog');
  if (!subject && !cause) return null;
  return (
    <div className="grid gap-1 wrap-anywhere">
      {cause && (
        <p className="font-semibold">
          {t('ofImport', {
            file: String(cause.after?.file_name ?? '–'),
            who: cause.actor === 'command' ? t('command') : cause.actor,
            at: formatDateTime(cause.at),
          })}
        </p>
      )}
      {subject && (
        <p className="flex flex-wrap gap-x-4">
          <strong className="font-semibold">
            {course
              ? t('ofCourse', { course: courseName(course) })
              : reference
                ? t('ofAdoption', { reference })
                : t('ofUnknown', { subject })}
          </strong>
          {course && (
            <Link
              className="text-link underline underline-offset-4"
              href={ADMIN_COURSE_LIST.href({ q: course.branch, type: course.courseType, city: course.city })}
            >
              {t('inCatalogue')}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
