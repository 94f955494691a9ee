import type { SentCode, UserDetails } from '@/lib/checkout/checkout-flow';
import type { Completed } from '@/lib/checkout/completed-storage';
import { adoptedSchema, publicCodeSentSchema } from '@/lib/adoption/core/response-schema';
import { asFile, asSchema, call, type ApiResult } from '@/lib/api/client/client';
import { readToken } from '@/lib/api/client/session-storage';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import { toRupees } from '@/lib/platform/money';
import { writeCart } from '@/lib/selection/cart';
import { readOrderNumber } from '@/lib/selection/order-number';
import { totalsOf } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/cart';

/** Requests a code for these lines; `isResend` marks a request that replaces a code just sent. */
export async function sendCode(
  userDetails: UserDetails,
  order: Cart,
  options: { isResend?: boolean } = {},
): Promise<ApiResult<SentCode>> {
  const totalPrice = toRupees(totalsOf(Object.values(order)).paise);
  const order_number = readOrderNumber() || undefined;
  const body = { ...userDetails, ...options, selectedCourses: writeCart(order), totalPrice, order_number };
  // The token is sent so that a signed-in sponsor adopts for the account; an expired session does not matter here
  //
  const result = await call('POST /user/generate-otp', {
    body,
    bearer: readToken(),
    read: asSchema(publicCodeSentSchema),
  });
  if (!result.ok) return result;
  const { user_id, draft_id: draftId, expiresIn, resendIn } = result.data;
  const now = Date.now();
  return {
    ok: true,
    data: {
      userDetails: { ...userDetails, user_id },
      draftId,
      order,
      expiresAt: now + expiresIn * 1000,
      resendAt: now + resendIn * 1000,
    },
  };
}

/**
 * Submits the code for the draft on the screen; repeating a request whose response was lost returns the same success.
 * `confirmRepeat` adopts the same seats once more.
 */
export async function verifyCode(
  { userDetails, draftId, order }: SentCode,
  otp: string,
  options: { confirmRepeat?: boolean } = {},
): Promise<ApiResult<Completed>> {
  const { email, phone, otpMethod, user_id, ...others } = userDetails;
  const confirm = options.confirmRepeat ? { confirm_repeat: true } : {};
  const body = { otp, email, phone, otpMethod, user_id, draft_id: draftId, ...confirm };
  const result = await call('POST /user/verify-otp', { body, read: asSchema(adoptedSchema) });
  if (!result.ok) return result;
  return { ok: true, data: { ...result.data, userData: { ...others, email, phone }, selectedCourses: order } };
}

/** Fetches the summary of a recorded adoption. */
export function fetchSummary({ userData, selectedCourses, receipt_token }: Completed): Promise<ApiResult<Blob>> {
  const body = { userData, selectedCourses: writeCart(selectedCourses) };
  const options = { bearer: receipt_token, timeoutMs: DOCUMENT_MS, read: asFile() };
  return call('POST /user/generate-pdf', { body, ...options });
}
