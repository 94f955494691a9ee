import { describe, expect, test } from 'vitest';
import type { Cart } from '@/lib/selection/cart';
import {
  codeNeeded,
  codeSent,
  codeVerified,
  holdEnded,
  opened,
  orderChanged,
  orderOf,
  paid,
  paymentBegun,
  paymentFailed,
  paymentProblem,
  paymentStarted,
  paymentTooLate,
  transferChosen,
  UNSENT,
  type Attempt,
  type PaymentFlow,
  type PaymentHold,
  type SentCode,
} from './payment-flow';

const cart = (seats: Record<string, number>, pricePaise = 100_00): Cart =>
  Object.fromEntries(
    Object.entries(seats).map(([id, selectedSeats]) => [
      id,
      {
        id,
        selectedSeats,
        pricePaise,
        branch: 'Civil',
        courseName: 'ITI',
        city: 'Indore',
        institute: '',
      },
    ]),
  );
const order = cart({ c1: 2, c2: 1 });
const other = cart({ c1: 3, c2: 1 });
const now = 1_000_000;
const sent: SentCode = {
  draftId: 'd1',
  order,
  phone: 'XXXXXX3210',
  delivered: 'sms',
  sentTo: 'XXXXXX3210',
  expiresAt: now + 600_000,
  resendAt: now + 30_000,
};
const hold: PaymentHold = { billingId: 'b1', reference: 'SA-1', order, until: now + 900_000, isPaying: false };
const attempt: Attempt = { key: 'k1', method: 'upi', billingId: 'b1', reference: 'SA-1', order };
const begun = { ...hold, isPaying: true };
const page = { step: 'done', next: '/dashboard/adoptions/b1' };
const paying = paymentStarted(codeVerified(hold), attempt);

describe('the steps of the payment page', () => {
  test('R-DPAY-05 go from unsent to sent, verified, paying and done', () => {
    const steps: PaymentFlow[] = [UNSENT];
    steps.push(codeSent(steps.at(-1)!, sent));
    steps.push(codeVerified(hold));
    steps.push(paymentStarted(steps.at(-1)!, attempt));
    steps.push(paid(steps.at(-1)!));
    expect(steps.map(({ step }) => step)).toEqual(['unsent', 'sent', 'verified', 'paying', 'done']);
  });

  test('R-DPAY-05 no step can be skipped', () => {
    const verified = codeVerified(hold);
    expect(paid(UNSENT)).toBe(UNSENT);
    expect(paid(verified)).toBe(verified);
    const waiting = codeSent(UNSENT, sent);
    expect(paymentStarted(waiting, attempt)).toBe(waiting);
    expect(paymentStarted(paying, { ...attempt, key: 'k2' })).toBe(paying);
    expect(codeSent(verified, sent)).toBe(verified);
    expect(paymentBegun(verified)).toBe(verified);
    expect(paymentTooLate(verified, 'x')).toBe(verified);
    expect(paymentFailed(verified, 'x', { answered: true })).toBe(verified);
  });

  test('A-17 a new code after the hold expired, or required by the server, starts over', () => {
    expect(codeNeeded(codeSent(UNSENT, sent))).toEqual(UNSENT);
    expect(codeNeeded(paying)).toEqual(UNSENT);
    expect(codeNeeded({ step: 'done', next: '/dashboard' })).toEqual({ step: 'done', next: '/dashboard' });
  });
});

describe('the hold of the server', () => {
  test('A-17 a hold for the same seats is restored, even if their prices changed', () => {
    expect(opened(UNSENT, hold, order, null)).toEqual(codeVerified(hold));
    expect(opened(UNSENT, hold, cart({ c2: 1, c1: 2 }, 150), null)).toEqual(codeVerified(hold));
  });

  test('A-17 a hold is restored if the cart of this browser is empty', () => {
    expect(opened(UNSENT, hold, {}, null)).toEqual(codeVerified(hold));
    expect(orderOf(codeVerified(hold), {})).toBe(order);
  });

  test('A-17 a hold for other seats does not apply, and a new code replaces it', () => {
    const flow = opened(UNSENT, hold, other, null);
    expect(flow).toEqual({ step: 'unsent', lost: 'differs', held: hold });
    expect(orderOf(flow, other)).toBe(other);
    expect(codeSent(flow, { ...sent, order: other })).toMatchObject({ step: 'sent' });
  });

  test('A-17 without a hold nothing is verified, and a code for the same seats stays valid', () => {
    expect(opened(codeVerified(hold), null, order, null)).toEqual(UNSENT);
    const waiting = codeSent(UNSENT, sent);
    expect(opened(waiting, null, order, null)).toEqual(waiting);
    expect(opened(waiting, null, other, null)).toEqual(UNSENT);
  });

  test('A-05 a payment that was begun is shown by the page of the adoption, unless it is the attempt of this browser', () => {
    expect(opened(UNSENT, begun, {}, null)).toEqual(page);
    expect(opened(UNSENT, begun, order, null)).toEqual(page);
    expect(opened(UNSENT, begun, other, null)).toEqual({ step: 'unsent', lost: 'differs', held: begun });
    expect(opened(UNSENT, begun, order, attempt)).toEqual(codeVerified(begun, attempt));
    expect(opened(UNSENT, hold, order, { ...attempt, billingId: 'b0' })).toEqual(codeVerified(hold));
  });

  test('A-06 a payment in progress continues', () => {
    expect(opened(paying, null, {}, attempt)).toBe(paying);
  });

  test('A-17 a changed cart needs a new code; changed back, a live hold applies again', () => {
    const differs = orderChanged(codeVerified(hold), other, now);
    expect(differs).toEqual({ step: 'unsent', lost: 'differs', held: hold });
    expect(orderChanged(differs, order, now)).toEqual(codeVerified(hold));
    expect(orderChanged(differs, order, hold.until)).toBe(differs);
    expect(orderChanged(opened(UNSENT, begun, other, null), order, now)).toEqual(page);
    expect(orderChanged(codeSent(UNSENT, sent), other, now)).toEqual(UNSENT);
    expect(orderChanged(paying, other, now)).toBe(paying);
  });

  test('A-17 the end of the hold leads back to unsent and is reported', () => {
    expect(holdEnded(codeVerified(hold))).toEqual({ step: 'unsent', lost: 'ended', held: null });
    expect(holdEnded(paying)).toMatchObject({ step: 'unsent', lost: 'ended' });
    expect(holdEnded({ step: 'unsent', lost: 'differs', held: hold })).toEqual(UNSENT);
    expect(holdEnded({ step: 'done', next: '/dashboard' })).toEqual({ step: 'done', next: '/dashboard' });
  });
});

describe('paying', () => {
  test('A-62 R-DPAY-15 R-DPAY-14 R-DPAY-13 checks lines, then the phone, then the method', () => {
    expect(paymentProblem(UNSENT, {}, null)).toBe('payment.empty');
    expect(paymentProblem(UNSENT, order, null)).toBe('payment.not_verified');
    expect(paymentProblem(codeSent(UNSENT, sent), order, 'card')).toBe('payment.not_verified');
    expect(paymentProblem(codeVerified(hold), {}, null)).toBe('payment.method_required');
    expect(paymentProblem(codeVerified(hold), order, 'card')).toBeNull();
  });

  test('A-05 A-06 after a refusal the hold stays and the next attempt is a new one', () => {
    expect(paymentFailed(paying, 'Declined', { answered: true })).toEqual({
      step: 'verified',
      hold,
      attempt: null,
      problem: 'Declined',
    });
  });

  test('A-06 without a response the next attempt is the same one', () => {
    expect(paymentFailed(paying, 'Failed', { answered: false })).toMatchObject({ step: 'verified', hold, attempt });
  });

  test('A-06 an attempt whose hold is gone is repeated until it gets a response', () => {
    const asking = paymentStarted(UNSENT, attempt);
    expect(orderOf(asking, {})).toBe(order);
    const unknown = paymentFailed(asking, 'Failed', { answered: false });
    expect(unknown).toEqual({ step: 'unknown', attempt });
    expect(paid(paymentStarted(unknown, attempt))).toEqual({ step: 'done', next: '/dashboard' });
    expect(paymentFailed(asking, 'Declined', { answered: true })).toEqual(UNSENT);
  });

  test('A-05 a payment that was begun and a transfer go on on the page of the adoption; a refund stays here', () => {
    expect(paymentBegun(paying)).toEqual(page);
    expect(paymentBegun(paymentStarted(UNSENT, attempt))).toEqual(page);
    expect(transferChosen(codeVerified(hold))).toEqual(page);
    expect(paymentTooLate(paying, 'Back')).toEqual({ step: 'refund_due', reference: 'SA-1', message: 'Back' });
  });
});
