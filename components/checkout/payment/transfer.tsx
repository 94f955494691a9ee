'use client';

import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Panel } from '@/components/platform/ui/panel';
import type { ApiResult } from '@/lib/api/client/client';
import { transferChosen, type PaymentHold } from '@/lib/checkout/payment-flow';
import { useSelectionStore } from '@/lib/selection/store';
import { step } from './payment-store';
import { TransferButton } from './transfer-button';
import { endHold } from './use-payment';

/** The term of a bank transfer that is chosen now: its days, and its last day as text. */
export type TransferTerm = { days: number; until: string };

/** `isOnly`: there is no other way to pay. Without a `hold` the phone is to be verified first. */
type TransferProps = TransferTerm & { hold: PaymentHold | null; isOnly: boolean };

/** Payment by bank transfer: the seats are reserved for the term. */
export function Transfer({ hold, isOnly, days, until }: TransferProps) {
  const t = useTranslations('adoptionPage.transfer');
  const method = useTranslations('dashboardPayment.method');
  const heading = useId();
  const settle = ({ order }: PaymentHold, result: ApiResult<unknown>) => {
    if (!result.ok) return void (result.code === 'payment.hold_ended' && endHold(order));
    step(transferChosen);
    useSelectionStore.getState().clearDashboardSelection();
  };
  return (
    <Panel aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1} data-focus={isOnly ? 'method' : undefined} className="text-h3 outline-none">
        {t(isOnly ? 'choose' : 'title')}
      </h2>
      <p>{t('text', { days, date: until })}</p>
      {hold ? (
        <TransferButton billingId={hold.billingId} onResult={(result) => settle(hold, result)} />
      ) : (
        <p className="text-small text-ink-2">{method('locked')}</p>
      )}
    </Panel>
  );
}
