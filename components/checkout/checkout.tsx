'use client';

import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { OtpMethod } from '@/lib/accounts/codes/schema';
import { useCart } from '@/lib/selection/store';
import { CodeStep } from './code-step';
import { stepOf, type CheckoutFlow } from '@/lib/checkout/checkout-flow';
import { CheckoutSkeleton } from './checkout-skeleton';
import { FormStep } from './form-step';
import { leaveCheckout, restoreCheckout, useCheckout } from './checkout-store';
import { Panel } from '../platform/ui/panel';
import { SelectionTable } from './selection-table';
import { ThankYou } from './thank-you';
import type { BankAccount } from './what-next';

/** `otpMethod` is the channel of codes, `account` the bank account to pay to, if it is set. */
type CheckoutProps = { otpMethod: OtpMethod; account: BankAccount | null };

/** The public sponsor flow, step by step. */
export function Checkout({ otpMethod, account }: CheckoutProps) {
  const { restored, ...flow } = useCheckout();
  // Reads the cart before the flow is restored, and follows other tabs in every step.
  useCart();
  useEffect(() => {
    restoreCheckout(otpMethod);
    return leaveCheckout;
  }, [otpMethod]);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        <Announcement flow={flow} />
      </p>
      {restored ? <CurrentStep flow={flow} account={account} /> : <CheckoutSkeleton />}
    </>
  );
}

function CurrentStep({ flow, account }: { flow: CheckoutFlow; account: BankAccount | null }) {
  const t = useTranslations('payment.summary');
  const { sent, completed } = flow;
  const step = stepOf(flow);
  if (step === 'code' && sent) return <CodeStep sent={sent} />;
  if (!completed) return <FormStep />;
  return (
    <>
      <SelectionTable cart={completed.selectedCourses} decimals={0} />
      <Panel aria-busy={step === 'summary'}>
        <h2 className="text-h3">{t('title')}</h2>
        {step === 'summary' && <p className="text-ink-2">{t('preparing')}</p>}
      </Panel>
      {step === 'thanks' && <ThankYou completed={completed} account={account} />}
    </>
  );
}

/** Announces the step to screen readers. In elements: the page of a translated browser dies where bare text goes. */
function Announcement({ flow }: { flow: CheckoutFlow }) {
  const payment = useTranslations('payment.step');
  const otp = useTranslations('otp');
  const { otpMethod, email, phone } = flow.userDetails;
  switch (stepOf(flow)) {
    case 'code':
      return <span>{otp('announce', { address: otpMethod === 'email' ? email : phone })}</span>;
    case 'summary':
      return <span>{payment('summary')}</span>;
    case 'form':
      return flow.sent ? <span>{payment('form')}</span> : null;
    case 'thanks':
      return null;
  }
}
