'use client';

import { useEffect } from 'react';
import type { Attempt, PaymentFlow } from '@/lib/checkout/payment-flow';
import { endHold } from './use-payment';

/** Ends the hold on time. An unanswered attempt is checked first: it may have succeeded. */
export function useHoldEnd(flow: PaymentFlow | null, pay: (attempt: Attempt) => Promise<void>): void {
  const hold = flow?.step === 'verified' ? flow.hold : flow?.step === 'unsent' ? flow.held : null;
  const open = flow?.step === 'verified' ? flow.attempt : null;
  useEffect(() => {
    if (!hold) return;
    const end = () => (open ? void pay(open) : endHold(hold.order));
    const timer = setTimeout(end, Math.max(0, hold.until - Date.now()));
    return () => clearTimeout(timer);
  }, [hold, open, pay]);
}
