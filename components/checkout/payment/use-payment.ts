'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import type { PaymentMethod } from '@/db/schema/enums';
import { usePaid } from './paid-store';
import { errorText } from '@/lib/platform/i18n/errors';
import type { Cart } from '@/lib/selection/cart';
import { useSelectionStore } from '@/lib/selection/store';
import { newKey, removeAttempt, writeAttempt } from './attempt';
import { processPayment } from './api';
import {
  codeNeeded,
  holdEnded,
  paid,
  paymentBegun,
  paymentFailed,
  paymentStarted,
  paymentTooLate,
  type Attempt,
  type PaymentHold,
} from '@/lib/checkout/payment-flow';
import { step, usePaymentStore } from './payment-store';
import { isLeaving, usePay } from './use-pay';

/** Statuses that state the result of an attempt. After any other response, or none, the result is unknown. */
const FINAL_STATUSES: readonly (number | null)[] = [400, 403, 409, 422];
/** The server's hold differs from the one on the page: it has to be read again. */
const STALE_HOLD: readonly string[] = ['payment.not_verified', 'selection.changed'];

/** Returns the attempt to pay a hold: the unanswered one if it has this method, else a new one. */
export function attemptFor(hold: PaymentHold, method: PaymentMethod, open: Attempt | null): Attempt {
  if (open?.method === method) return open;
  const { billingId, reference, order } = hold;
  return { key: newKey(), method, billingId, reference, order };
}

/** Ends the hold. Its seats become the selection of this browser, so that nothing is lost. */
export function endHold(order: Cart): void {
  const { isCompleted, changeChosen, completeSelection } = useSelectionStore.getState();
  if (!isCompleted) {
    changeChosen((chosen) => ({ ...order, ...chosen }));
    completeSelection();
  }
  step(holdEnded);
}

/** Sends payment attempts and applies the result; one at a time. */
export function usePayment(userId: string): (attempt: Attempt) => Promise<void> {
  const router = useRouter();
  const request = usePay(() => step(paymentBegun));
  return useCallback(
    async (attempt) => {
      if (usePaymentStore.getState().flow.step === 'paying') return;
      step((flow) => paymentStarted(flow, attempt));
      if (usePaymentStore.getState().flow.step !== 'paying') return;
      writeAttempt(userId, attempt);
      const result = await request(() => processPayment(userId, attempt));
      const answered = result.ok || FINAL_STATUSES.includes(result.status);
      if (answered) removeAttempt();
      if (!result.ok) {
        const message = result.message ?? errorText('payment.failed');
        if (result.code === 'payment.hold_ended') return endHold(attempt.order);
        if (result.code === 'payment.refund_due') return step((flow) => paymentTooLate(flow, message));
        if (result.code !== undefined && STALE_HOLD.includes(result.code)) {
          step(codeNeeded);
          return router.refresh();
        }
        return step((flow) => paymentFailed(flow, message, { answered }));
      }
      if ('transaction_id' in result.data) {
        const { billingId, reference, order } = attempt;
        usePaid.setState({ paid: { billingId, reference, order } });
        step(paid);
      } else if (!isLeaving(result)) step(paymentBegun);
      // The payment succeeded or may still succeed: clear the selection, so that it is not paid twice by accident.
      useSelectionStore.getState().clearDashboardSelection();
    },
    [request, router, userId],
  );
}
