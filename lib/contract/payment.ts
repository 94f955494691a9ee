import { z } from 'zod';
import { idempotencyKeySchema, paidSchema, pendingSchema, processPaymentSchema } from '@/lib/payment/schema';
import { defineEndpoint, MAX_BODY_BYTES, MAX_SELECTION_BYTES } from './endpoint';
import { doneResponse } from './schema';

export const processPayment = defineEndpoint({
  id: 'processPayment',
  method: 'POST',
  path: '/billing/process-payment',
  tag: 'Payment',
  summary: 'Pay for the seats that are held',
  description:
    'Repeating it is harmless, with an Idempotency-Key or without: an adoption is paid for once. Prices are compared and never used.',
  access: 'owner',
  headers: z.object({ 'idempotency-key': idempotencyKeySchema.unwrap().optional() }),
  body: { kind: 'json', schema: processPaymentSchema, maxBytes: MAX_SELECTION_BYTES },
  responses: {
    200: {
      description: 'Paid',
      schema: doneResponse.extend({ ...paidSchema.shape, billing_id: z.uuid(), reference: z.string() }),
    },
    202: {
      description: 'The provider answers later; the adoption shows what became of it',
      schema: pendingSchema,
    },
  },
  errors: {
    400: {
      codes: ['payment.empty', 'payment.method_required', 'selection.too_many', 'course.unknown'],
    },
    403: { codes: ['payment.not_verified', 'payment.hold_ended'] },
    409: { codes: ['selection.changed', 'payment.declined', 'payment.refund_due'] },
    422: { codes: ['payment.key_reused'] },
    503: { codes: ['payment.failed'] },
  },
});

export const receiveNotice = defineEndpoint({
  id: 'receiveNotice',
  method: 'POST',
  path: '/billing/webhook',
  tag: 'Payment',
  summary: 'What the payment provider says of a payment later',
  description:
    'Its signature is the only proof asked for; it may say the same thing any number of times. The sandbox sends `payment_id`, `status` (captured or failed) and, once captured, `transaction_id`.',
  access: 'provider',
  body: { kind: 'file', media: ['application/json'], maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Taken note of', schema: z.object({ received: z.literal(true) }) } },
  errors: {
    403: { codes: ['auth.forbidden'] },
    404: { codes: ['payment.unknown'] },
    503: { codes: ['payment.failed'] },
  },
});
