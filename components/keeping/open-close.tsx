'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogAction,
  DialogButtons,
  DialogCancel,
  DialogContent,
  DialogTrigger,
} from '@/components/ui/dialog';
import { notify } from '@/components/ui/toaster';
import type { KeptCourse } from '@/lib/catalogue/keeping/schema';
import { errorText } from '@/lib/text/errors';
import { useCourseName, useSaveCourse } from './save';

/** Opens a course at once; closing it asks first and says what that means. */
export function OpenClose({ course }: { course: KeptCourse }) {
  const t = useTranslations('keeping');
  const name = useCourseName(course);
  const save = useSaveCourse();
  const [pending, setPending] = useState(false);

  const turn = async (isOpen: boolean) => {
    if (pending) return;
    setPending(true);
    const answer = await save(course, { is_open: isOpen });
    setPending(false);
    if (answer.ok) notify.success(t(isOpen ? 'toggle.opened' : 'toggle.closed', { course: name }), { id: 'course' });
    else notify.error(answer.message ?? errorText('course.save_failed'), { id: 'course' });
  };

  const button = { variant: 'bare', size: 'small', 'aria-disabled': pending || undefined } as const;
  if (!course.is_open)
    return (
      <Button {...button} aria-label={t('toggle.openOf', { course: name })} onClick={() => turn(true)}>
        {t('toggle.open')}
      </Button>
    );
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button {...button} aria-label={t('toggle.closeOf', { course: name })}>
          {t('toggle.close')}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={t('toggle.title')}
        description={
          <div className="grid gap-2">
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p>{t('closing')}</p>
          </div>
        }
      >
        <DialogButtons>
          <DialogCancel asChild>
            <Button>{t('toggle.cancel')}</Button>
          </DialogCancel>
          <DialogAction asChild>
            <Button variant="line" onClick={() => turn(false)}>
              {t('toggle.confirm')}
            </Button>
          </DialogAction>
        </DialogButtons>
      </DialogContent>
    </Dialog>
  );
}
