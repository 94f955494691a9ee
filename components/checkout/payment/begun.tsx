'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useGiveUp } from './use-give-up';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { paymentGivenUp, type PaymentHold } from '@/lib/checkout/payment-flow';
import { Countdown } from './countdown';
import { step } from './payment-store';

/** A payment that was begun at the gateway: it can be checked, continued or given up while the seats are held. */
export function Begun({ hold, mayPay }: { hold: PaymentHold; mayPay: boolean }) {
  const t = useTranslations('dashboardPayment.begun');
  const concluded = useTranslations('dashboardPayment.concluded');
  const online = useTranslations('adoptionPage.online');
  const router = useRouter();
  const { pending, giveUp } = useGiveUp(hold.billingId, null);
  const page = `/dashboard/adoptions/${hold.billingId}`;

  // Back from the gateway may show this page as it was left, with another end of the hold.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && router.refresh();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [router]);

  const chooseAnother = async () => {
    const status = await giveUp();
    if (status === 'paid' || status === 'refund_due') return router.push(page);
    if (status === 'failed' || status === 'none') step(paymentGivenUp);
  };
  return (
    <>
      <Note kind="time">
        <h2 tabIndex={-1} data-focus="step" className="text-lead outline-none">
          {t('title')}
        </h2>
        <p className="mt-1 text-body">{t('text')}</p>
        <p className="mt-1">{concluded('reference', { reference: hold.reference })}</p>
      </Note>
      <Countdown key={hold.until} until={hold.until} />
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link href={page}>{concluded('check')}</Link>
        </Button>
        {mayPay && (
          <Button variant="line" pending={pending} onClick={() => void chooseAnother()}>
            {online('giveUp')}
          </Button>
        )}
        <Button asChild variant="line">
          <Link href="/dashboard">{concluded('dashboard')}</Link>
        </Button>
      </div>
    </>
  );
}
