'use client';

import { CreditCard, Info, Landmark, Smartphone, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Panel } from '@/components/checkout/panel';
import { Note } from '@/components/ui/note';
import type { PaymentFlow } from '@/lib/payment/payment-flow';
import { PAYMENT_METHODS, type PaymentMethod } from '@/lib/payment/schema';

const ICONS: Record<PaymentMethod, LucideIcon> = { card: CreditCard, upi: Smartphone, netbanking: Landmark };

type MethodStepProps = {
  flow: PaymentFlow;
  method: PaymentMethod | null;
  onMethod: (method: PaymentMethod) => void;
  /** The provider charges no money; the page shows a note. */
  sandbox: boolean;
};

/** The second half of the page: the payment method. */
export function MethodStep({ flow, method, onMethod, sandbox }: MethodStepProps) {
  const t = useTranslations('dashboardPayment.method');
  const heading = useId();
  const verified = flow.step === 'verified';
  const paying = flow.step === 'paying';
  return (
    <Panel aria-labelledby={heading} aria-busy={paying}>
      <h2 id={heading} tabIndex={-1} data-focus="method" className="text-h3 outline-none">
        {t('title')}
      </h2>
      {sandbox && (
        <p className="flex gap-2 text-small text-ink-2">
          <Info aria-hidden className="size-5 shrink-0" />
          {t('sandbox')}
        </p>
      )}
      <fieldset disabled={!verified} aria-labelledby={heading} className="grid gap-3 md:grid-cols-3">
        {PAYMENT_METHODS.map((option) => (
          <Tile
            key={option}
            option={option}
            checked={method === option}
            onChange={() => onMethod(option)}
            label={t(option)}
          />
        ))}
      </fieldset>
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

type TileProps = { option: PaymentMethod; checked: boolean; onChange: () => void; label: string };

function Tile({ option, checked, onChange, label }: TileProps) {
  const Icon = ICONS[option];
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-3 rounded-2 border-[1.5px] border-control bg-surface px-4 py-3 font-semibold transition-colors duration-(--quick) hover:border-ink hover:bg-sunken has-checked:border-action has-checked:bg-sunken has-checked:outline-2 has-checked:outline-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken has-disabled:text-ink-2">
      <input
        type="radio"
        name="payment_method"
        value={option}
        checked={checked}
        onChange={onChange}
        className="size-5 shrink-0 accent-action outline-none disabled:cursor-not-allowed"
      />
      <span className="grow">{label}</span>
      <Icon aria-hidden className="size-6 shrink-0 text-ink-2" />
    </label>
  );
}
