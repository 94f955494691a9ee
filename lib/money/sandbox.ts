import 'server-only';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import type { PaymentProvider, PaymentState, RefundState } from './gateway/types';

/**
 * Header with the hex HMAC-SHA256 of 'sandbox-webhook|' and the body, similar to the signatures of payment gateways.
 */
export const SIGNATURE_HEADER = 'x-sandbox-signature';

/** Paise of an amount that select a result, like the test card numbers of gateways. */
const DECLINED = 1;
const ANSWERS_LATER = 2;
const UNREACHABLE = 3;
const BEGUN = 4;

const transactionOf = (paymentId: string) => `SBX-${paymentId}`;
/** The amount is part of the reference, because the sandbox remembers nothing. */
const referenceOf = (paymentId: string, amountPaise: number) => `SBX-${paymentId}-${amountPaise}`;
const amountOf = (providerRef: string | null) => Number(/-(\d+)$/.exec(providerRef ?? '')?.[1] ?? NaN);

const captureOf = (paymentId: string, amountPaise: number, transactionId = transactionOf(paymentId)) => ({
  transactionId,
  amountPaise,
  currency: 'INR',
  method: null,
  feePaise: null,
  taxPaise: null,
});

const noticeSchema = z.discriminatedUnion('status', [
  z.strictObject({ payment_id: idSchema(), status: z.literal('failed') }),
  z.strictObject({
    payment_id: idSchema(),
    status: z.literal('captured'),
    amount_paise: z.int().min(0),
    transaction_id: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/)
      .optional(),
  }),
]);

/**
 * Returns a provider that moves no money. The paise of the amount select the result: 1 declined, 2 pending until a
 * notice, 3 unreachable, 4 as 2 but begun at the bank, so that it cannot be closed, anything else captured. It has no
 * state: everything follows from the id and the amount of a
 * payment.
 */
export function createSandboxProvider(secret: string): PaymentProvider {
  const stateOf = (paymentId: string, amountPaise: number): PaymentState => {
    const providerRef = referenceOf(paymentId, amountPaise);
    switch (amountPaise % 100) {
      case DECLINED:
        return { status: 'failed', providerRef };
      case ANSWERS_LATER:
      case BEGUN:
        return { status: 'pending', providerRef, next: null };
      case UNREACHABLE:
        throw new Error('The sandbox simulates an unreachable provider');
      default:
        return { status: 'captured', providerRef, captures: [captureOf(paymentId, amountPaise)] };
    }
  };
  const refunded = ({ refundId }: { refundId: string }): RefundState => ({
    status: 'processed',
    refundRef: `SBX-R-${refundId}`,
    bankReference: null,
  });
  return {
    name: 'sandbox',
    isTest: true,
    maxPaise: null,
    charge: async ({ paymentId, amountPaise }) => stateOf(paymentId, amountPaise),
    enquire: async ({ paymentId, providerRef }) => {
      const amount = amountOf(providerRef);
      return Number.isNaN(amount) ? null : stateOf(paymentId, amount);
    },
    close: async ({ paymentId, providerRef }) => {
      const amount = amountOf(providerRef);
      if (Number.isNaN(amount)) return null;
      const state = stateOf(paymentId, amount);
      // What has begun at the bank cannot be withdrawn.
      return state.status === 'pending' && amount % 100 !== BEGUN ? { status: 'failed', providerRef } : state;
    },
    refund: async (request) => refunded(request),
    enquireRefund: async (request) => refunded(request),
    refundsOf: async () => [],
    readNotice: (headers, rawBody) => {
      const expected = Buffer.from(signSandboxNotice(secret, rawBody));
      const received = Buffer.from(headers.get(SIGNATURE_HEADER) ?? '');
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return { outcome: 'forged' };
      // A repeated notice has the same bytes.
      const eventId = createHash('sha256').update(rawBody).digest('hex');
      const body = noticeSchema.safeParse(parseJson(rawBody)).data;
      if (!body) return { outcome: 'ignored', eventId, kind: 'unknown' };
      const { payment_id: paymentId, status: kind } = body;
      const payment = { paymentId, providerRef: null };
      if (body.status === 'failed') return { outcome: 'notice', eventId, kind, notice: { kind: 'ended', ...payment } };
      const capture = captureOf(paymentId, body.amount_paise, body.transaction_id);
      return { outcome: 'notice', eventId, kind, notice: { kind: 'captured', ...payment, capture } };
    },
    paidOnReturn: () => null,
    settlements: null,
  };
}

/** Returns the signature of the body of a notice, in hex. */
export function signSandboxNotice(secret: string, rawBody: Uint8Array | string): string {
  return createHmac('sha256', secret).update('sandbox-webhook|').update(rawBody).digest('hex');
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    return null;
  }
}
