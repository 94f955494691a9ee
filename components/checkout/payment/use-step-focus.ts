'use client';

import { useEffect, useRef, type RefObject } from 'react';
import type { PaymentFlow } from '@/lib/checkout/payment-flow';

type Step = PaymentFlow['step'];

/**
 * Moves the focus with the steps inside `screen`, to the element marked `data-focus`: 'method' once the phone is
 * verified, 'paying' while the pay button is disabled, 'pay' after a failed payment, else 'step', the heading of the
 * new step. The code field focuses itself. Nothing moves when the page opens (`step` null).
 */
export function useStepFocus(screen: RefObject<HTMLElement | null>, step: Step | null): void {
  const before = useRef<Step | null>(null);
  useEffect(() => {
    const from = before.current;
    before.current = step;
    if (!from || from === step || !step || step === 'sent') return;
    const target = step === 'paying' ? 'paying' : step !== 'verified' ? 'step' : from === 'paying' ? 'pay' : 'method';
    screen.current?.querySelector<HTMLElement>(`[data-focus=${target}]`)?.focus();
  }, [screen, step]);
}
