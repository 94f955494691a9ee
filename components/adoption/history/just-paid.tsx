'use client';

import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Classroom } from '@/components/checkout/classroom';
import { Link } from '@/components/platform/ui/link';
import { Period } from '@/components/selection/period';
import { periodOf } from '@/lib/adoption/core/period';
import { formatINR } from '@/lib/platform/money';
import { totalsOf } from '@/lib/selection/rules';
import { usePaid, type Paid } from '@/components/checkout/payment/paid-store';
import { DocumentButtons } from './document-buttons';

/**
 * The thanks for an adoption that was just paid for, with its documents; removed when the dashboard is left.
 * @param company whose name stands on the board
 */
export function JustPaid({ company }: { company: string }) {
  const { paid } = usePaid();
  return paid && <Thanks paid={paid} company={company} />;
}

function Thanks({ paid: { billingId, reference, order }, company }: { paid: Paid; company: string }) {
  const t = useTranslations('adoptionHistory.justPaid');
  const page = useTranslations('adoptionPage');
  const heading = useRef<HTMLHeadingElement>(null);
  const { seats, paise } = totalsOf(Object.values(order));
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // Right after the page is removed: somebody may be back before effects are cleaned up. Only then does the address say whether
  // the dashboard was left or drawn anew.
  useLayoutEffect(() => {
    const here = location.pathname;
    return () =>
      queueMicrotask(() => {
        if (location.pathname !== here) usePaid.setState({ paid: null });
      });
  }, []);
  return (
    <section
      aria-labelledby="just-paid"
      className="overflow-hidden rounded-2 border border-line bg-surface print:hidden"
    >
      <div aria-hidden className="weave" />
      <div className="grid items-center md:grid-cols-[auto_minmax(0,1fr)]">
        <Classroom order={order} name={company} />
        <div className="grid gap-2 p-6">
          <h2 id="just-paid" ref={heading} tabIndex={-1} className="text-h2 leading-tight outline-none">
            {t('title', { seats })}
          </h2>
          <p className="wrap-anywhere">
            {t.rich('text', {
              amount: formatINR(paise),
              reference,
              b: (text) => <b className="whitespace-nowrap">{text}</b>,
            })}
          </p>
          <p>
            <Period {...periodOf(Object.values(order))} decimals={2} />
          </p>
          <p className="text-small text-ink-2">{t('papers')}</p>
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            <DocumentButtons billingId={billingId} reference={reference} receipt />
            <Link href={`/dashboard/adoptions/${billingId}`} className="text-link underline">
              {page('open')}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
