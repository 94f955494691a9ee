'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import type { Attempt } from '@/lib/checkout/payment-flow';

type ConcludedProps = { kind: 'pending' | 'refund_due'; reference: string; message: string; billingId: string };

/** A payment that did not succeed: what it means, until the sponsor leaves. */
export function Concluded({ kind, reference, message, billingId }: ConcludedProps) {
  const t = useTranslations('dashboardPayment.concluded');
  return (
    <>
      <Note kind={kind === 'pending' ? 'time' : 'error'}>
        <h2 tabIndex={-1} data-focus="step" className="text-lead outline-none">
          {t(kind)}
        </h2>
        <p className="mt-1 text-body">{message}</p>
        <p className="mt-1">{t('reference', { reference })}</p>
      </Note>
      <div className="flex flex-wrap gap-3">
        {kind === 'pending' && (
          <Button asChild>
            <Link href={`/dashboard/adoptions/${billingId}`}>{t('check')}</Link>
          </Button>
        )}
        <Button asChild variant={kind === 'pending' ? 'line' : undefined}>
          <Link href="/dashboard">{t('dashboard')}</Link>
        </Button>
      </div>
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
