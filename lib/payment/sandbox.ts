import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PaymentProvider } from './provider';

/**
 * Header with the hex HMAC-SHA256 of 'sandbox-webhook|' and the body, similar to the signatures of payment gateways.
 */
export const SIGNATURE_HEADER = 'x-sandbox-signature';

/** Paise of an amount that select a result, like the test card numbers of gateways. */
const DECLINED = 1;
const ANSWERS_LATER = 2;
const UNREACHABLE = 3;

const transactionOf = (paymentId: string) => `SBX-${paymentId}`;

const noticeSchema = z.discriminatedUnion('status', [
  z.strictObject({ payment_id: z.uuid().toLowerCase(), status: z.literal('failed') }),
  z.strictObject({
    payment_id: z.uuid().toLowerCase(),
    status: z.literal('captured'),
    transaction_id: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/)
      .optional(),
  }),
]);

/**
 * Returns a provider that moves no money. The paise of the amount select the result: 1 declined, 2 pending until a
 * notice, 3 unreachable, anything else captured. It has no state: the transaction of a payment is derived from its id.
 */
export function createSandboxProvider(secret: string): PaymentProvider {
  return {
    name: 'sandbox',
    charge: async ({ paymentId, amountPaise }) => {
      switch (amountPaise % 100) {
        case DECLINED:
          return { status: 'failed' };
        case ANSWERS_LATER:
          return { status: 'pending' };
        case UNREACHABLE:
          throw new Error('The sandbox simulates an unreachable provider');
        default:
          return { status: 'captured', transactionId: transactionOf(paymentId) };
      }
    },
    readNotice: (headers, rawBody) => {
      const expected = Buffer.from(signSandboxNotice(secret, rawBody));
      const given = Buffer.from(headers.get(SIGNATURE_HEADER) ?? '');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const notice = noticeSchema.safeParse(parseJson(rawBody)).data;
      if (!notice) return null;
      const { payment_id: paymentId, status } = notice;
      if (status === 'failed') return { paymentId, status };
      return { paymentId, status, transactionId: notice.transaction_id ?? transactionOf(paymentId) };
    },
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
