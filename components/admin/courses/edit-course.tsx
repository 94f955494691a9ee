'use client';

import { useTranslations } from 'use-intl';
import { ModalButton } from '@/components/platform/form/form-dialog';
import type { AdminCourse } from '@/lib/admin/courses/schema';
import { EditForm } from './edit-form';
import { useCourseName, type SaveCourse } from './save';

/** The 'Edit' button of a row and its form; disabled while the row is `outdated`. */
export function EditCourse({ course, save, outdated }: { course: AdminCourse; save: SaveCourse; outdated: boolean }) {
  const t = useTranslations('adminCourses.edit');
  const name = useCourseName(course);
  return (
    <ModalButton
      trigger={
        <button type="button" aria-disabled={outdated || undefined} aria-label={t('of', { course: name })}>
          {t('open')}
        </button>
      }
      title={t('title')}
      about={name}
      disabled={outdated}
    >
      {(close) => <EditForm course={course} name={name} save={save} onDone={close} />}
    </ModalButton>
  );
}
