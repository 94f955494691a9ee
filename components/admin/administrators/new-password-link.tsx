'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { DialogButtons, ModalClose } from '@/components/platform/ui/dialog';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import type { Answer } from '@/lib/api/client/call-types';
import { formatDateTime } from '@/lib/platform/dates';

type NewPasswordLinkProps = { username: string; link: Answer<'POST /admin/administrators/{adminId}/link'> };

/** A one-time link, which is shown once, with a button that copies it. */
export function NewPasswordLink({ username, link: { url, expires_at } }: NewPasswordLinkProps) {
  const t = useTranslations('administrators.link');
  // Where the browser does not allow copying, the link can be selected.
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => notify.success(t('copied'), { id: 'link' }),
      () => {},
    );
  return (
    <div className="grid gap-4">
      <Note kind="ok" role="status">
        {t('made', { username })}
      </Note>
      <Field
        label={t('label')}
        readOnly
        value={url}
        hint={t('until', { at: formatDateTime(new Date(expires_at)) })}
        onFocus={({ target }) => target.select()}
      />
      <DialogButtons>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
        <ModalClose asChild>
          <Button variant="line">{t('done')}</Button>
        </ModalClose>
      </DialogButtons>
    </div>
  );
}
