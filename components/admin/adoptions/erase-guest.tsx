'use client';

import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { LoadingNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';

/** A button and the dialog that erases the guest of an adoption: what goes, what stays and why, then a reason. */
export function EraseGuest({ reference }: { reference: string }) {
  const t = useTranslations('adminAdoption.erase');
  return (
    <ModalButton
      trigger={
        <Button variant="line" size="small">
          {t('open')}
        </Button>
      }
      title={t('title')}
      about={reference}
      className="max-w-160"
    >
      {(close) => <Erasure reference={reference} close={close} />}
    </ModalButton>
  );
}

function Erasure({ reference, close }: { reference: string; close: () => void }) {
  const t = useTranslations('adminAdoption.erase');
  const params = { reference };
  const loaded = useLoaded(() => callAsAdmin('GET /admin/billings/{reference}/erasure', { params }), t('loadFailed'));
  if (!loaded.data) return <LoadingNote loaded={loaded} text={t('loading')} />;
  const { adoptions, papers } = loaded.data;
  return (
    <Form
      noValidate
      autoComplete="off"
      cancel
      submit={t('submit')}
      submitting={t('saving')}
      send={(fields) =>
        callAsAdmin('POST /admin/billings/{reference}/erasure', {
          params,
          body: { adoptions, reason: String(fields.get('reason')) },
        })
      }
      fieldOf={{ 'adoption.reason_required': 'reason' }}
      failed={t('failed')}
      toast="erase"
      done={t('done')}
      onDone={close}
      onRefused={({ status }) => status === 409 && void loaded.load()}
    >
      {({ field }) => (
        <>
          <div className="grid gap-2">
            <p>{t('adoptions', { count: adoptions.length })}</p>
            <ul className="max-h-40 list-disc overflow-y-auto ps-5">
              {adoptions.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
            <p>{t('gone')}</p>
            <p>{t('stays', { papers })}</p>
            <p className="text-small">{t('told')}</p>
          </div>
          <Field label={t('reason')} maxLength={500} {...field('reason')} />
        </>
      )}
    </Form>
  );
}
