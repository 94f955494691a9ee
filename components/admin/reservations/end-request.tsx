'use client';

import { useTranslations } from 'use-intl';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { callAsAdmin } from '@/lib/api/client/admin';

/** A button that ends a request to be told about free seats, with a reason. */
export function EndRequest({ id, email, branch }: { id: string; email: string; branch: string }) {
  const t = useTranslations('reservations');
  return (
    <ReasonDialog
      trigger={
        <button type="button" aria-label={t('withdraw.of', { email, branch })}>
          {t('withdraw.button')}
        </button>
      }
      title={t('withdraw.title')}
      about={branch}
      submit={t('withdraw.yes')}
      submitting={t('saving')}
      reason={t('withdraw.reason')}
      failed={{ code: 'waiting.failed' }}
      send={(reason) =>
        callAsAdmin('POST /admin/waiting/{requestId}', {
          params: { requestId: id },
          body: { action: 'withdraw', reason },
        })
      }
      toast="waiting"
      done={t('withdraw.done', { email })}
    >
      <p className="wrap-anywhere">{t('withdraw.text', { email })}</p>
    </ReasonDialog>
  );
}
