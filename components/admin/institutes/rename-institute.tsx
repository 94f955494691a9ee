'use client';

import { useTranslations } from 'use-intl';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { MAX_TEXT } from '@/lib/catalogue-import/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

type RenameInstituteProps = { id: string; name: string; version: string };

/** The button that gives an institute another name. */
export function RenameInstitute({ id, name, version }: RenameInstituteProps) {
  const t = useTranslations('offices.institute.rename');
  return (
    <ReasonDialog
      trigger={
        <Button variant="line" size="small">
          {t('open')}
        </Button>
      }
      title={t('title')}
      about={name}
      submit={t('open')}
      fieldOf={{
        'institute.name': 'name',
        'institute.name_taken': 'name',
      }}
      reason={t('reason')}
      reasonNote={t('reasonNote')}
      send={(reason, fields) =>
        callAsAdmin('PUT /admin/institutes/{instituteId}/name', {
          params: { instituteId: id },
          body: { name: String(fields.get('name')), reason, version },
        })
      }
      failed={{ code: 'institute.save_failed' }}
      toast="institute"
      done={(_, fields) => t('done', { name: String(fields.get('name')) })}
    >
      {(field) => (
        <>
          <p className="text-small">{t('note')}</p>
          <Field label={t('name')} defaultValue={name} maxLength={MAX_TEXT.institute} {...field('name')} />
        </>
      )}
    </ReasonDialog>
  );
}
