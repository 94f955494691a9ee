'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import type { AdminCourse } from '@/lib/admin/courses/schema';
import { EditForm } from './edit-form';
import { useCourseName, type SaveCourse } from './save';

/** The 'Edit' button of a row and its form; disabled while the row is `outdated`. */
export function EditCourse({ course, save, outdated }: { course: AdminCourse; save: SaveCourse; outdated: boolean }) {
  const t = useTranslations('adminCourses.edit');
  const name = useCourseName(course);
  const [open, setOpen] = useState(false);
  return (
    <Modal open={open} onOpenChange={(next) => setOpen(next && !outdated)}>
      <ModalTrigger asChild>
        <Button
          variant="bare"
          size="small"
          aria-disabled={outdated || undefined}
          aria-label={t('of', { course: name })}
        >
          {t('open')}
        </Button>
      </ModalTrigger>
      <ModalContent title={t('title')}>
        <p className="-mt-2 text-small wrap-anywhere text-ink-2">{name}</p>
        <EditForm course={course} name={name} save={save} onDone={() => setOpen(false)} />
      </ModalContent>
    </Modal>
  );
}
