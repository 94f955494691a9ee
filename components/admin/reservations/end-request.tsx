'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';

/** A button that ends a request to be told about free seats, with a reason. */
export function EndRequest({ id, email, branch }: { id: string; email: string; branch: string }) {
  const t = useTranslations('reservations');
  return (
    <FormDialog
      trigger={
        <button type="button" aria-label={t('withdraw.of', { email, branch })}>
          {t('withdraw.button')}
        </button>
      }
      noValidate
      autoComplete="off"
      title={t('withdraw.title')}
      about={branch}
      submit={t('withdraw.yes')}
      submitting={t('saving')}
      fieldOf={{ 'adoption.reason_required': 'reason', 'adoption.text_too_long': 'reason' }}
      failed={{ code: 'waiting.failed' }}
      send={(fields) =>
        callAsAdmin('POST /admin/waiting/{requestId}', {
          params: { requestId: id },
          body: { action: 'withdraw', reason: fields.get('reason') as string },
        })
      }
      toast="waiting"
      done={t('withdraw.done', { email })}
    >
      {({ field }) => (
        <>
          <p className="wrap-anywhere">{t('withdraw.text', { email })}</p>
          <Field label={t('withdraw.reason')} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}
