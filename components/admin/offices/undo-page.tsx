'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { callAsAdmin } from '@/lib/api/client/admin';

type UndoPageProps = { instituteId: string; version: string; entry: number; at: string };

/** The button that sets the page of an institute to what it was before a change, after a question. */
export function UndoPage({ instituteId, version, entry, at }: UndoPageProps) {
  const t = useTranslations('offices.undo');
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small" aria-label={t('of', { at })}>
          {t('open')}
        </Button>
      }
      title={t('title')}
      about={at}
      submit={t('submit')}
      send={() =>
        callAsAdmin('POST /admin/institutes/{instituteId}/page', {
          params: { instituteId },
          body: { before_entry: entry, version },
        })
      }
      toast="office"
      done={t('done')}
    >
      <p className="text-small">{t('text')}</p>
    </FormDialog>
  );
}
