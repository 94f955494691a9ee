'use client';

import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Panel } from '@/components/platform/ui/panel';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';
import { errorText } from '@/lib/platform/i18n/errors';
import { transferChosen, type PaymentHold } from '@/lib/checkout/payment-flow';
import { useSelectionStore } from '@/lib/selection/store';
import { chooseTransfer } from './api';
import { step } from './payment-store';
import { endHold } from './use-payment';

/** The term of a bank transfer that is chosen now: its days, and its last day as text. */
export type TransferTerm = { days: number; until: string };

/** `isOnly`: there is no other way to pay. */
type TransferProps = TransferTerm & { hold: PaymentHold; isOnly: boolean };

/** Payment by bank transfer: the seats are reserved for the term, and the adoption's own page says how to pay. */
export function Transfer({ hold, isOnly, days, until }: TransferProps) {
  const t = useTranslations('adoptionPage.transfer');
  const heading = useId();
  const [pending, choose] = usePending(async () => {
    const result = await chooseTransfer(hold.billingId);
    if (result.ok) {
      notify.success(t('chosen'), { id: 'payment' });
      step(transferChosen);
      return useSelectionStore.getState().clearDashboardSelection();
    }
    notify.error(result.message ?? errorText('own_adoption.transfer_failed'), { id: 'payment' });
    if (result.code === 'payment.hold_ended') endHold(hold.order);
  });
  return (
    <Panel aria-labelledby={heading}>
      <h2 id={heading} className="text-h3">
        {t(isOnly ? 'choose' : 'title')}
      </h2>
      <p>{t('text', { days, date: until })}</p>
      <Button variant="line" pending={pending} onClick={choose} className="justify-self-start">
        {t('choose')}
      </Button>
    </Panel>
  );
}
