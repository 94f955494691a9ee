'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import type { Attempt } from '@/lib/checkout/payment-flow';

/** A payment that arrived too late: what happens with the money, until the sponsor leaves. */
export function RefundDue({ reference, message }: { reference: string; message: string }) {
  const t = useTranslations('dashboardPayment.concluded');
  const status = useTranslations('adoptionHistory.status');
  return (
    <>
      <Note>
        <h2 tabIndex={-1} data-focus="step" className="text-lead outline-none">
          {status('refund_due')}
        </h2>
        <p className="mt-1 text-body">{message}</p>
        <p className="mt-1">{t('reference', { reference })}</p>
      </Note>
      <Button asChild className="justify-self-start">
        <Link href="/dashboard">{t('dashboard')}</Link>
      </Button>
    </>
  );
}

/** An attempt without a response whose hold has ended: the only action is to check again. */
export function Unknown({ attempt, onCheck }: { attempt: Attempt; onCheck: () => void }) {
  const t = useTranslations('dashboardPayment.unknown');
  return (
    <>
      <Note>
        <h2 tabIndex={-1} data-focus="step" className="text-lead outline-none">
          {t('title')}
        </h2>
        <p className="mt-1 text-body">{t('text', { reference: attempt.reference })}</p>
      </Note>
      <Button className="justify-self-start" onClick={onCheck}>
        {t('check')}
      </Button>
    </>
  );
}
