'use client';

import { useEffect } from 'react';
import type { Attempt, PaymentFlow } from '@/lib/payment/payment-flow';
import { endHold } from './use-payment';

/** Ends the window on time. A try of it whose answer never came is asked for instead: it may have been in time. */
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
