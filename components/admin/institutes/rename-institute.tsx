'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { MAX_TEXT } from '@/lib/catalogue-import/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

type RenameInstituteProps = { id: string; name: string; version: string };

/** The button that gives an institute another name. */
export function RenameInstitute({ id, name, version }: RenameInstituteProps) {
  const t = useTranslations('offices.institute.rename');
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small">
          {t('open')}
        </Button>
      }
      title={t('title')}
      about={name}
      noValidate
      autoComplete="off"
      submit={t('open')}
      fieldOf={{
        'institute.name': 'name',
        'institute.name_taken': 'name',
        'adoption.reason_required': 'reason',
        'adoption.text_too_long': 'reason',
      }}
      send={(fields) =>
        callAsAdmin('PUT /admin/institutes/{instituteId}/name', {
          params: { instituteId: id },
          body: { name: String(fields.get('name')), reason: String(fields.get('reason')), version },
        })
      }
      failed={{ code: 'institute.save_failed' }}
      toast="institute"
      done={(_, fields) => t('done', { name: String(fields.get('name')) })}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t('note')}</p>
          <Field label={t('name')} defaultValue={name} maxLength={MAX_TEXT.institute} {...field('name')} />
          <Field label={t('reason')} hint={t('reasonNote')} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}
