'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { callAsAdmin } from '@/lib/api/client/admin';

/** The button that closes an account of an office, after a question. */
export function CloseOffice({ id, username }: { id: string; username: string }) {
  const t = useTranslations('offices.close');
  return (
    <FormDialog
      trigger={
        <button type="button" aria-label={t('of', { username })}>
          {t('open')}
        </button>
      }
      title={t('title')}
      about={username}
      submit={t('open')}
      send={() => callAsAdmin('DELETE /admin/offices/{accountId}', { params: { accountId: id } })}
      toast="office"
      done={t('done', { username })}
    >
      <p className="text-small">{t('text')}</p>
    </FormDialog>
  );
}
