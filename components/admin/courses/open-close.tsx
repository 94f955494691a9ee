'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePending } from '@/components/platform/form/use-pending';
import { Question } from '@/components/platform/ui/question';
import { notify } from '@/components/platform/ui/toaster';
import type { AdminCourse } from '@/lib/admin/courses/schema';
import { errorText } from '@/lib/platform/i18n/errors';
import { useCourseName, type SaveCourse } from './save';

/** Opens a course immediately; closes it after a confirmation. Both are disabled while the row is `outdated`. */
export function OpenClose({ course, save, outdated }: { course: AdminCourse; save: SaveCourse; outdated: boolean }) {
  const t = useTranslations('adminCourses');
  const name = useCourseName(course);
  const [asking, setAsking] = useState(false);
  const { is_open: isOpen } = course;

  const [pending, toggle] = usePending(async () => {
    const result = await save(course, { is_open: !isOpen });
    if (result.ok) notify.success(t(isOpen ? 'toggle.closed' : 'toggle.opened', { course: name }), { id: 'course' });
    else notify.error(result.message ?? errorText('course.save_failed'), { id: 'course' });
  });
  const busy = pending || outdated;
  const press = () => {
    if (busy) return;
    if (isOpen) setAsking(true);
    else void toggle();
  };

  return (
    <>
      {/* One button for both actions, so that it keeps the focus when the course changes. */}
      <button
        type="button"
        aria-disabled={busy || undefined}
        aria-haspopup={isOpen ? 'dialog' : undefined}
        aria-label={t(isOpen ? 'toggle.closeOf' : 'toggle.openOf', { course: name })}
        onClick={press}
      >
        {t(isOpen ? 'toggle.close' : 'toggle.open')}
      </button>
      {asking && (
        <Question
          title={t('toggle.title')}
          text={
            <div className="grid gap-2">
              <p className="font-semibold">{name}</p>
              <p>{t('closing')}</p>
            </div>
          }
          no={t('toggle.cancel')}
          yes={t('toggle.confirm')}
          onYes={() => void toggle()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
