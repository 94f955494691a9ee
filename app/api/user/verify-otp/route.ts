import { pledgeSeats } from '@/lib/adoption/mutations';
import { publicVerificationSchema } from '@/lib/adoption/schema';
import { HttpError } from '@/lib/core/errors';
import { clientAddress, json, readJson, route } from '@/lib/core/http';
import { limiter } from '@/lib/core/limits';
import { issueReceiptToken } from '@/lib/document/receipt';
import { getTranslations } from '@/lib/text/server';

/** Guesses are counted per recipient; this keeps one address from trying them on many. */
const attempts = limiter('otp_verify', { points: 120, seconds: 10 * 60 });

/** POST /api/user/verify-otp, public shape: a right code pledges the seats of its draft. */
export const POST = route(async (request: Request) => {
  const { otp, email, phone, otpMethod, user_id } = await readJson(request, publicVerificationSchema);
  const allowed = await attempts.consume(clientAddress(request));
  if (!allowed.ok) throw new HttpError(429, 'request.too_many', { retryAfterSeconds: allowed.retryAfterSeconds });

  const subject = { purpose: 'public_adoption', channel: otpMethod, userId: user_id, email, phone } as const;
  const pledge = await pledgeSeats(subject, otp);
  if (pledge.ok) {
    const { billingId, reference, verifiedAt } = pledge;
    return json({
      success: true,
      message: getTranslations('adoption')('verified'),
      billing_id: billingId,
      reference,
      receipt_token: issueReceiptToken(billingId, verifiedAt),
    });
  }
  switch (pledge.code) {
    case 'otp.invalid':
      throw new HttpError(400, pledge.code);
    case 'otp.too_many_attempts':
      throw new HttpError(429, pledge.code, { retryAfterSeconds: pledge.retryAfterSeconds });
    default:
      throw new HttpError(409, pledge.code, { params: pledge.params, details: { shortages: pledge.shortages } });
  }
});
