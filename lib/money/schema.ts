import { z } from 'zod';
import { PAYMENT_METHODS } from '@/db/schema/enums';
import { amountSchema, paymentLinesSchema } from '@/lib/adoption/core/schema';
import { idSchema } from '@/lib/platform/id-schema';

/**
 * The body of POST /api/billing/process-payment. A missing or unknown method becomes null, because it is refused only
 * after the phone is known to be verified. Amounts in the output are integer paise.
 */
export const processPaymentSchema = z
  .strictObject({
    payment_method: z.enum(PAYMENT_METHODS).nullable().catch(null),
    userId: idSchema(),
    selected_courses: paymentLinesSchema('payment.empty'),
    total_amount: amountSchema,
  })
  .transform(({ total_amount: totalPaise, ...body }) => ({ ...body, totalPaise }));
export type PaymentRequest = z.infer<typeof processPaymentSchema>;

/** The Idempotency-Key header: up to 255 printable ASCII characters, or null. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/)
  .nullable();

/** The answer of process-payment where the money is there: what the payment page reads of it. */
export const paidSchema = z.object({ transaction_id: z.string().min(1) });

/** Where the sponsor pays: a page of the gateway. */
const nextStepSchema = z.object({
  kind: z.literal('redirect'),
  url: z.url({ protocol: /^https?$/ }),
});

/** The answer of process-payment where the provider answers later. */
export const pendingSchema = z.object({
  message: z.string(),
  code: z.literal('payment.pending'),
  billing_id: idSchema(),
  next: nextStepSchema.nullable(),
});

/** The body of POST /api/billing/{billingId}/pay. */
export const payBillingSchema = z.strictObject({
  payment_method: z.enum(PAYMENT_METHODS, { error: 'payment.method_required' }),
});

/**
 * What became of the online payment of an adoption: `none` if there is none, `begun` while its page takes money and none
 * is known, `failed` if another one may be begun.
 */
export const paymentStatusSchema = z.object({
  status: z.enum(['none', 'begun', 'pending', 'paid', 'failed', 'refund_due']),
});
export type PaymentStatusNow = z.infer<typeof paymentStatusSchema>['status'];

export const paymentResponseSchema = z.union([paidSchema, pendingSchema]);
