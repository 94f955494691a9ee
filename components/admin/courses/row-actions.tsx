'use client';

import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Unlimited } from '@/components/admin/viewer';
import { Link } from '@/components/platform/ui/link';
import { useBrowserValue } from '@/components/platform/ui/use-browser-value';
import { AUDIT_LIST } from '@/lib/accounts/audit-log/schema';
import { adminInstitutePath } from '@/lib/catalogue/institute-path';
import type { AdminCourse } from '@/lib/admin/courses/schema';
import { MOVE_LIST } from '@/lib/admin/moves/schema';
import { EditCourse } from './edit-course';
import { OpenClose } from './open-close';
import { useCourseName, useSaveCourse } from './save';

/** The actions of a row; without `canEdit` only its history. */
export function RowActions({ course, canEdit }: { course: AdminCourse; canEdit: boolean }) {
  const t = useTranslations('adminCourses');
  const name = useCourseName(course);
  const { save, refreshing } = useSaveCourse();
  const row = useRef<HTMLDivElement>(null);
  // A rare act that comes with the scripts: in the page it would weigh on each row.
  const isReady = useBrowserValue(() => true, false);

  // A course that no longer matches the filters is removed with its row; a focus inside moves to the table, if there is
  // one.
  useLayoutEffect(() => {
    const actions = row.current;
    const region = actions?.closest<HTMLElement>('[role="region"]');
    return () => {
      if (!actions?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        const next = region?.isConnected ? region : document.getElementById('content');
        next?.focus({ preventScroll: true });
      });
    };
  }, []);

  return (
    <div ref={row} className="in-pairs">
      {canEdit && <EditCourse course={course} save={save} outdated={refreshing} />}
      {canEdit && course.institute && (
        <Link
          href={adminInstitutePath(course.institute.id)}
          aria-label={t('institute.of', { name: course.institute_name ?? '' })}
        >
          {t('institute.open')}
        </Link>
      )}
      {canEdit && isReady && course.adopted_seats > 0 && (
        <Unlimited>
          <Link href={MOVE_LIST.href({ course: course.id })} aria-label={t('moveOf', { course: name })}>
            {t('move')}
          </Link>
        </Unlimited>
      )}
      {canEdit && <OpenClose course={course} save={save} outdated={refreshing} />}
      <Unlimited>
        <Link href={AUDIT_LIST.href({ subject: course.id })} aria-label={t('historyOf', { course: name })}>
          {t('history')}
        </Link>
      </Unlimited>
    </div>
  );
}
