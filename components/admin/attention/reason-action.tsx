'use client';

import { useTranslations } from 'use-intl';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { ApiResult } from '@/lib/api/client/client';

/** Sends an action with its reason. */
function send(
  { action, id, adoption, side }: Omit<ReasonActionProps, 'subject'>,
  reason: string,
): Promise<ApiResult<unknown>> {
  if (action === 'reject')
    return callAsAdmin('POST /admin/receipts/{receiptId}', { params: { receiptId: id }, body: { action, reason } });
  if (action === 'explain')
    return callAsAdmin('POST /admin/differences/{differenceId}', {
      params: { differenceId: id },
      body: { action, reason },
    });
  if (action === 'look')
    return callAsAdmin('POST /admin/alerts/{alertId}', { params: { alertId: id }, body: { action, reason } });
  if (action === 'end') {
    const input = { params: { messageId: id }, body: { action, reason } };
    return side === 'sponsor'
      ? callAsAdmin('POST /admin/sponsor-messages/{messageId}', input)
      : callAsAdmin('POST /admin/office-messages/{messageId}', input);
  }
  const { reference, version } = adoption!;
  const body = { action: 'confirm_receipt', version, id, reason } as const;
  return callAsAdmin('POST /admin/billings/{reference}', { params: { reference }, body });
}

type ReasonActionProps = {
  /**
   * Rejects a receipt without an adoption that was entered by mistake, confirms one with an adoption, explains a difference,
   * marks an alert as looked at, or a message as in no need of an answer.
   */
  action: 'reject' | 'explain' | 'look' | 'confirm' | 'end';
  id: string;
  /** The adoption of a receipt to confirm, as it was shown. */
  adoption?: { reference: string; version: number };
  /** Who wrote a message that needs no answer. */
  side?: 'sponsor' | 'office';
  /** What the action is about, as a sentence. */
  subject: string;
};

/** A button that asks for the reason of an action in a dialog and carries it out. */
export function ReasonAction({ subject, ...target }: ReasonActionProps) {
  const { action } = target;
  const t = useTranslations('attention.act');
  return (
    <ReasonDialog
      trigger={
        <button type="button" aria-label={t(`${action}.of`, { subject })}>
          {t(`${action}.open`)}
        </button>
      }
      title={t(`${action}.title`)}
      about={subject}
      submit={t(`${action}.save`)}
      submitting={t(`${action}.saving`)}
      reason={t(`${action}.reason`)}
      send={(reason) => send(target, reason)}
      failed={t(`${action}.failed`)}
      toast={action}
      done={t(`${action}.done`)}
    >
      <p className="text-small">{t(`${action}.note`)}</p>
    </ReasonDialog>
  );
}
