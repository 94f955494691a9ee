import { z } from 'zod';
import { amountSchema, paymentLinesSchema } from '@/lib/adoption/schema';

/** The payment methods, as in the API. */
export const PAYMENT_METHODS = ['card', 'upi', 'netbanking'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/**
 * The body of POST /api/billing/process-payment. A missing or unknown method becomes null, because it is refused only
 * after the phone is known to be verified. Amounts in the output are integer paise.
 */
export const processPaymentSchema = z
  .strictObject({
    payment_method: z.enum(PAYMENT_METHODS).nullable().catch(null),
    userId: z.uuid().toLowerCase(),
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

/** The answer of process-payment where the provider answers later. */
export const pendingSchema = z.object({ message: z.string(), code: z.literal('payment.pending') });

export const paymentResponseSchema = z.union([paidSchema, pendingSchema]);
