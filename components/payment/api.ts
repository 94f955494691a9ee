import type { z } from 'zod';
import { heldSchema, paymentCodeSentSchema } from '@/lib/adoption/response-schema';
import type { ApiResult } from '@/lib/api-client/client';
import { userGet, userPost } from '@/lib/api-client/session';
import { coursesSchema, type Course } from '@/lib/catalogue/schema';
import { toRupees } from '@/lib/core/money';
import type { Attempt, PaymentHold, SentCode } from '@/lib/payment/payment-flow';
import { paymentResponseSchema } from '@/lib/payment/schema';
import { totalsOf } from '@/lib/selection/rules';
import { toSelectedCourses, type Cart } from '@/lib/selection/schema';

/** A gateway may take longer than any other call. */
const PAYMENT_TIMEOUT_MS = 60_000;

type PaymentAnswer = z.infer<typeof paymentResponseSchema>;

/** These courses as they are now, with their seats (R-API-20). */
export function fetchCourses(ids: readonly string[]): Promise<ApiResult<Course[]>> {
  return userGet(`/user/courses?ids=${ids.join(',')}`, coursesSchema);
}

/** Asks for a code to the sponsor's own phone for these lines (R-API-07, R-API-08); it also replaces a code just sent. */
export async function sendCode(userId: string, order: Cart): Promise<ApiResult<SentCode>> {
  const body = { userId, selected_courses: toLines(order), total_price: totalOf(order) };
  const answer = await userPost('/user/generate-otp', body, paymentCodeSentSchema);
  if (!answer.ok) return answer;
  const { draft_id: draftId, phone, delivered, sent_to: sentTo, expiresIn, resendIn } = answer.data;
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

/** Sends the typed digits for the draft that the page shows; right ones hold the seats of its lines. */
export async function verifyCode(
  userId: string,
  { draftId, order }: SentCode,
  otp: string,
): Promise<ApiResult<PaymentHold>> {
  const answer = await userPost('/user/verify-otp', { otp, userId, draft_id: draftId }, heldSchema);
  if (!answer.ok) return answer;
  const { billing_id: billingId, reference, holdExpiresIn } = answer.data;
  return { ok: true, data: { billingId, reference, order, until: Date.now() + holdExpiresIn * 1000 } };
}

/** Pays for held seats (R-API-22). Sending an attempt again is still the same payment. */
export function processPayment(userId: string, { key, method, order }: Attempt): Promise<ApiResult<PaymentAnswer>> {
  const body = { payment_method: method, userId, selected_courses: toLines(order), total_amount: totalOf(order) };
  return userPost('/billing/process-payment', body, paymentResponseSchema, {
    idempotencyKey: key,
    timeoutMs: PAYMENT_TIMEOUT_MS,
  });
}

const totalOf = (order: Cart) => toRupees(totalsOf(Object.values(order)).paise);

const toLines = (order: Cart) => toSelectedCourses(order).map(({ id, ...line }) => ({ course_id: id, ...line }));
