import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_BODY_BYTES, MAX_SELECTION_BYTES, NOTICE_MS, PAYMENT_CHECKS } from '@/lib/platform/limits';
import {
  idempotencyKeySchema,
  paidSchema,
  payBillingSchema,
  paymentStatusSchema,
  pendingSchema,
  processPaymentSchema,
} from '@/lib/money/schema';
import { area } from './endpoint';
import { doneResponse } from './schema';

const owner = area({ tag: 'Payment', access: 'owner', minRole: 'pay' });
const holder = area({ tag: 'Payment', access: 'holder', minRole: 'pay' });
const provider = area({ tag: 'Payment', access: 'provider' });

const ofBilling = z.object({ billingId: idSchema('own_adoption.not_found') });
const limits = [{ description: 'Payments and checks of an adoption', ...PAYMENT_CHECKS }];
const paid = {
  description: 'Paid',
  schema: doneResponse.extend({ ...paidSchema.shape, billing_id: idSchema(), reference: z.string() }),
};
const pending = {
  description: 'The result follows; with a next step the sponsor first pays on the page of the provider',
  schema: pendingSchema,
};

export const processPayment = owner.post('/billing/process-payment', {
  id: 'processPayment',
  summary: 'Pay for held seats',
  description:
    'Safe to retry, with or without an Idempotency-Key: an adoption is paid for only once. Submitted prices are only compared with the catalogue.',
  headers: z.object({ 'idempotency-key': idempotencyKeySchema.unwrap().optional() }),
  json: processPaymentSchema,
  maxBytes: MAX_SELECTION_BYTES,
  responses: { 200: paid, 202: pending },
  errors: [
    'payment.empty',
    'payment.method_required',
    'selection.too_many',
    'course.unknown',
    'payment.not_verified',
    'payment.hold_ended',
    'selection.changed',
    'payment.declined',
    'payment.refund_due',
    'payment.too_large',
    'payment.key_reused',
    'payment.failed',
  ],
});

export const payBilling = holder.post('/billing/{billingId}/pay', {
  id: 'payBilling',
  summary: 'Pay for an adoption online, during its term',
  description:
    'Safe to retry: an open payment is continued, so a repeated request leads to the same page of the provider.',
  params: ofBilling,
  json: payBillingSchema,
  responses: { 200: paid, 202: pending },
  errors: [
    'payment.method_required',
    'payment.hold_ended',
    'own_adoption.not_found',
    'payment.declined',
    'payment.refund_due',
    'payment.too_large',
    'payment.not_payable',
    'request.too_many',
    'payment.failed',
  ],
  limits,
});

const ofNewestPayment = {
  params: ofBilling,
  responses: { 200: { description: 'The state of its newest payment', schema: paymentStatusSchema } },
  errors: ['own_adoption.not_found', 'request.too_many'],
  limits,
} as const;

export const checkBillingPayment = holder.post('/billing/{billingId}/payment-status', {
  id: 'checkBillingPayment',
  summary: 'Ask the provider what became of the online payment of an adoption',
  description: 'Changes nothing but the state that the provider reports.',
  minRole: 'view',
  ...ofNewestPayment,
});

export const closeBillingPayment = holder.post('/billing/{billingId}/payment-close', {
  id: 'closeBillingPayment',
  summary: 'Give up an online payment that was begun, to pay by another way',
  description:
    'The page of the provider takes no more money afterwards. Money that arrived before pays for the adoption; a payment under way at the bank stays `pending`.',
  ...ofNewestPayment,
});

export const receiveNotice = provider.post('/billing/webhook/{provider}', {
  id: 'receiveNotice',
  summary: 'Receive a payment notification from a provider',
  description:
    'Authenticated by its signature alone; notifications may be repeated any number of times. Each genuine one is answered 200, also if it is not about a payment of this site.',
  params: z.object({ provider: z.string() }),
  body: { kind: 'file', media: ['application/json'], maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The notification was received', schema: z.object({ received: z.literal(true) }) } },
  errors: ['auth.forbidden'],
  deadlineMs: NOTICE_MS,
});
