'use client';

import { Info } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { PaymentMethod } from '@/db/schema/enums';
import { Panel } from '@/components/platform/ui/panel';
import { Note } from '@/components/platform/ui/note';
import type { PaymentFlow } from '@/lib/checkout/payment-flow';
import { MethodTiles } from './method-tiles';

type MethodStepProps = {
  flow: PaymentFlow;
  method: PaymentMethod | null;
  onMethod: (method: PaymentMethod) => void;
  /** The provider charges no money: the page says so. */
  noMoney: 'sandbox' | 'test' | null;
};

/** The second half of the page: the payment method. */
export function MethodStep({ flow, method, onMethod, noMoney }: MethodStepProps) {
  const t = useTranslations('dashboardPayment.method');
  const heading = useId();
  const verified = flow.step === 'verified';
  const paying = flow.step === 'paying';
  return (
    <Panel aria-labelledby={heading} aria-busy={paying}>
      <h2 id={heading} tabIndex={-1} data-focus="method" className="text-h3 outline-none">
        {t('title')}
      </h2>
      {noMoney && (
        <p className="flex gap-2 text-small text-ink-2">
          <Info aria-hidden className="size-5 shrink-0" />
          {t(noMoney)}
        </p>
      )}
      <MethodTiles
        labels={{ card: t('card'), upi: t('upi'), netbanking: t('netbanking') }}
        method={method}
        onMethod={onMethod}
        disabled={!verified}
        labelledBy={heading}
      />
      {!verified && (
        <p tabIndex={-1} data-focus="paying" className="text-small text-ink-2 outline-none">
          {paying ? t('paying') : t('locked')}
        </p>
      )}
      {/* Not announced: the toast already was. */}
      {verified && flow.problem && <Note role={undefined}>{flow.problem}</Note>}
    </Panel>
  );
}
