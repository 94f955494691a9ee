'use client';

import { useTranslations } from 'use-intl';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { callAsAdmin } from '@/lib/api/client/admin';

/** A button that takes back a proposal which waits for its sponsor, or leaves seats where they are whose sponsor did not move them. */
export function WithdrawMove({ id, reference, isOpen }: { id: string; reference: string; isOpen: boolean }) {
  const t = useTranslations('moves');
  const act = isOpen ? 'withdraw' : 'leave';
  return (
    <ReasonDialog
      trigger={
        <button type="button" aria-label={t(`${act}.of`, { reference })}>
          {t(`${act}.button`)}
        </button>
      }
      title={t(`${act}.title`)}
      about={reference}
      submit={t(`${act}.yes`)}
      submitting={t('saving')}
      reason={t('reason')}
      failed={{ code: 'move.failed' }}
      send={(reason) => callAsAdmin('POST /admin/moves', { body: { step: 'withdraw', moves: [id], reason } })}
      toast="moves"
      done={t(`${act}.done`)}
    >
      <p className="wrap-anywhere">{t(`${act}.text`)}</p>
    </ReasonDialog>
  );
}
