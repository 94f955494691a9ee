import { z } from 'zod';
import { MAX_BODY_BYTES, MAX_SELECTION_BYTES } from '@/lib/core/limits';
import { idempotencyKeySchema, paidSchema, pendingSchema, processPaymentSchema } from '@/lib/payment/schema';
import { defineEndpoint } from './endpoint';
import { doneResponse } from './schema';

export const processPayment = defineEndpoint({
  id: 'processPayment',
  method: 'POST',
  path: '/billing/process-payment',
  tag: 'Payment',
  summary: 'Pay for held seats',
  description:
    'Safe to retry, with or without an Idempotency-Key: an adoption is paid for only once. Submitted prices are only compared with the catalogue.',
  access: 'owner',
  headers: z.object({ 'idempotency-key': idempotencyKeySchema.unwrap().optional() }),
  body: { kind: 'json', schema: processPaymentSchema, maxBytes: MAX_SELECTION_BYTES },
  responses: {
    200: {
      description: 'Paid',
      schema: doneResponse.extend({ ...paidSchema.shape, billing_id: z.uuid(), reference: z.string() }),
    },
    202: {
      description: 'The provider confirms later; the adoption shows the result',
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
  summary: 'Receive a payment notification from the provider',
  description:
    'Authenticated by its signature alone; notifications may be repeated any number of times. The sandbox sends `payment_id`, `status` (captured or failed) and, once captured, `transaction_id`.',
  access: 'provider',
  body: { kind: 'file', media: ['application/json'], maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The notification was received', schema: z.object({ received: z.literal(true) }) } },
  errors: {
    403: { codes: ['auth.forbidden'] },
    404: { codes: ['payment.unknown'] },
    503: { codes: ['payment.failed'] },
  },
});
