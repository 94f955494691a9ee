'use client';

import { useTranslations } from 'use-intl';
import type { PaymentFlow } from '@/lib/checkout/payment-flow';

/** Announces the step to screen readers. */
export function Announcement({ flow }: { flow: PaymentFlow }) {
  const t = useTranslations('dashboardPayment');
  const otp = useTranslations('otp');
  return (
    <p aria-live="polite" className="sr-only">
      {flow.step === 'sent' && <span>{otp('announce', { address: flow.sent.sentTo })}</span>}
      {flow.step === 'verified' && <span>{t('held.announce')}</span>}
    </p>
  );
}
