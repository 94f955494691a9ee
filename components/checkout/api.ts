import type { SentCode, UserDetails } from '@/lib/adoption/checkout-flow';
import type { Completed } from '@/lib/adoption/completed-storage';
import { adoptedSchema, publicCodeSentSchema } from '@/lib/adoption/response-schema';
import { postForBlob, postJson, type ApiResult } from '@/lib/api-client/client';
import { toRupees } from '@/lib/core/money';
import { readToken } from '@/lib/identity/session-storage';
import { totalsOf } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/schema';
import { DOCUMENT_TIMEOUT_MS } from './use-download';

/** Asks for a code for these lines; `isResend` marks one that replaces a code just sent (R-PAY-08, R-PAY-12). */
export async function sendCode(
  userDetails: UserDetails,
  order: Cart,
  options: { isResend?: boolean } = {},
): Promise<ApiResult<SentCode>> {
  const totalPrice = toRupees(totalsOf(Object.values(order)).paise);
  const body = { ...userDetails, ...options, selectedCourses: order, totalPrice };
  // Whoever is signed in adopts for the account; a session that is over does not matter here.
  const answer = await postJson('/user/generate-otp', body, publicCodeSentSchema, { bearer: readToken() ?? undefined });
  if (!answer.ok) return answer;
  const { user_id, draft_id: draftId, expiresIn, resendIn } = answer.data;
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

/** Sends the typed digits for the draft that the screen shows; repeating a call whose answer was lost gives the same success. */
export async function verifyCode(
  { userDetails, draftId, order }: SentCode,
  otp: string,
): Promise<ApiResult<Completed>> {
  const { email, phone, otpMethod, user_id, ...others } = userDetails;
  const body = { otp, email, phone, otpMethod, user_id, draft_id: draftId };
  const answer = await postJson('/user/verify-otp', body, adoptedSchema);
  if (!answer.ok) return answer;
  return { ok: true, data: { ...answer.data, userData: { ...others, email, phone }, selectedCourses: order } };
}

/** Fetches the summary of a recorded adoption. */
export function fetchSummary({ userData, selectedCourses, receipt_token }: Completed): Promise<ApiResult<Blob>> {
  const options = { bearer: receipt_token, timeoutMs: DOCUMENT_TIMEOUT_MS };
  return postForBlob('/user/generate-pdf', { userData, selectedCourses }, options);
}
