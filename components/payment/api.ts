import { z } from 'zod';
import type { ApiResult } from '@/lib/api-client/client';
import { userGet, userPost } from '@/lib/api-client/session';
import { coursesSchema, type Course } from '@/lib/catalogue/schema';
import { toRupees } from '@/lib/core/money';
import type { Attempt, PaymentHold, SentCode } from '@/lib/payment/payment-flow';
import { totalsOf } from '@/lib/selection/rules';
import { toSelectedCourses, type Cart } from '@/lib/selection/schema';

/** A payment gateway may take longer than other requests. Milliseconds. */
const PAYMENT_TIMEOUT_MS = 60_000;

const sentSchema = z.object({
  draft_id: z.string(),
  phone: z.string(),
  delivered: z.enum(['sms', 'email']),
  sent_to: z.string(),
  expiresIn: z.number(),
  resendIn: z.number(),
});
const heldSchema = z.object({ billing_id: z.string(), reference: z.string(), holdExpiresIn: z.number() });
const paymentSchema = z.union([
  z.object({ transaction_id: z.string().min(1) }),
  z.object({ code: z.literal('payment.pending'), message: z.string() }),
]);
type PaymentResult = z.infer<typeof paymentSchema>;

/** Fetches the current courses with their seats. */
export function fetchCourses(): Promise<ApiResult<Course[]>> {
  return userGet('/user/courses', coursesSchema);
}

/** Requests a code to the sponsor's own phone for these lines; it replaces an earlier code. */
export async function sendCode(userId: string, order: Cart): Promise<ApiResult<SentCode>> {
  const body = { userId, selected_courses: toLines(order), total_price: totalOf(order) };
  const result = await userPost('/user/generate-otp', body, sentSchema);
  if (!result.ok) return result;
  const { draft_id: draftId, phone, delivered, sent_to: sentTo, expiresIn, resendIn } = result.data;
  const now = Date.now();
  return {
    ok: true,
    data: {
      draftId,
      order,
      phone,
      delivered,
      sentTo,
      expiresAt: now + expiresIn * 1000,
      resendAt: now + resendIn * 1000,
    },
  };
}

/** Submits the code for the draft on the page; a correct one holds the seats of its lines. */
export async function verifyCode(
  userId: string,
  { draftId, order }: SentCode,
  otp: string,
): Promise<ApiResult<PaymentHold>> {
  const result = await userPost('/user/verify-otp', { otp, userId, draft_id: draftId }, heldSchema);
  if (!result.ok) return result;
  const { billing_id: billingId, reference, holdExpiresIn } = result.data;
  return { ok: true, data: { billingId, reference, order, until: Date.now() + holdExpiresIn * 1000 } };
}

/** Pays for held seats. Sending an attempt again repeats the same payment. */
export function processPayment(userId: string, { key, method, order }: Attempt): Promise<ApiResult<PaymentResult>> {
  const body = { payment_method: method, userId, selected_courses: toLines(order), total_amount: totalOf(order) };
  return userPost('/billing/process-payment', body, paymentSchema, {
    idempotencyKey: key,
    timeoutMs: PAYMENT_TIMEOUT_MS,
  });
}

const totalOf = (order: Cart) => toRupees(totalsOf(Object.values(order)).paise);

const toLines = (order: Cart) => toSelectedCourses(order).map(({ id, ...line }) => ({ course_id: id, ...line }));
