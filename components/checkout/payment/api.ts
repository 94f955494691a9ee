import { asSchema, type ApiResult } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';
import { coursesSchema, type Course } from '@/lib/catalogue/schema';
import { toRupees } from '@/lib/platform/money';
import type { Attempt, PaymentHold, SentCode } from '@/lib/checkout/payment-flow';
import { paymentResponseSchema } from '@/lib/money/schema';
import { readOrderNumber } from '@/lib/selection/order-number';
import { totalsOf } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/cart';
import { toSelectedCourses } from '@/lib/selection/selection-storage';
import type { PayResult } from './use-pay';

/** A payment gateway may take longer than other requests. Milliseconds. */
const PAYMENT_TIMEOUT_MS = 60_000;

/** Fetches these courses with their current seats. */
export function fetchCourses(ids: readonly string[]): Promise<ApiResult<Course[]>> {
  return callAsSponsor('GET /user/courses', { query: { ids: ids.join(',') }, read: asSchema(coursesSchema) });
}

/** Requests a code to the sponsor's own phone for these lines; it replaces an earlier code. */
export async function sendCode(userId: string, order: Cart): Promise<ApiResult<SentCode>> {
  const order_number = readOrderNumber() || undefined;
  const body = { userId, selected_courses: toLines(order), total_price: totalOf(order), order_number };
  const result = await callAsSponsor('POST /user/generate-otp', { body });
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
  const result = await callAsSponsor('POST /user/verify-otp', { body: { otp, userId, draft_id: draftId } });
  if (!result.ok) return result;
  const { billing_id: billingId, reference, holdExpiresIn } = result.data;
  return { ok: true, data: { billingId, reference, order, until: Date.now() + holdExpiresIn * 1000, isPaying: false } };
}

/** Pays for held seats. Sending an attempt again repeats the same payment. */
export function processPayment(userId: string, { key, method, order }: Attempt): Promise<PayResult> {
  const body = { payment_method: method, userId, selected_courses: toLines(order), total_amount: totalOf(order) };
  // An answer without a transaction is a failure (R-DPAY-16).
  const read = asSchema(paymentResponseSchema);
  const options = { idempotencyKey: key, timeoutMs: PAYMENT_TIMEOUT_MS, read };
  return callAsSponsor('POST /billing/process-payment', { body, ...options });
}

const totalOf = (order: Cart) => toRupees(totalsOf(Object.values(order)).paise);

const toLines = (order: Cart) => toSelectedCourses(order).map(({ id, ...line }) => ({ course_id: id, ...line }));
