'use client';

import { useTranslations } from 'use-intl';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { BILLING_PAYMENT_STATUSES } from '@/lib/admin/users-and-billings/schema';
import { PaymentTag } from './payment-tag';

/** Explains the payment statuses above the table of billings; works without JavaScript. */
export function PaymentLegend() {
  const t = useTranslations('usersAndBillings');
  return (
    <Disclosure summary={t('legend.title')} className="text-small print:hidden">
      <dl className="mb-2 grid max-w-192 gap-x-4 gap-y-2 rounded-2 border border-line bg-surface p-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        {BILLING_PAYMENT_STATUSES.map((status) => (
          <div key={status} className="grid gap-1 sm:contents">
            <dt>
              <PaymentTag status={status}>{t(`status.${status}`)}</PaymentTag>
            </dt>
            <dd>{t(`legend.${status}`)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
