import { pledgeSeats } from '@/lib/adoption/mutations';
import { publicVerificationSchema } from '@/lib/adoption/schema';
import { json, parseOrThrow } from '@/lib/core/http';
import { issueReceiptToken } from '@/lib/document/receipt';
import { requestLocale } from '@/lib/text/request';
import { texts } from '@/lib/text/server';
import { countAttempt, refusedCode } from './attempts';

/** The public shape of verify-otp (R-API-14): a right code pledges the seats of its draft. */
export async function verifyPublicCode(request: Request, given: unknown): Promise<Response> {
  const { otp, email, phone, otpMethod, user_id } = parseOrThrow(publicVerificationSchema, given);
  await countAttempt(request);
  const subject = { purpose: 'public_adoption', channel: otpMethod, userId: user_id, email, phone } as const;
  const pledge = await pledgeSeats(subject, otp);
  if (!pledge.ok) throw refusedCode(pledge);
  const { billingId, reference, verifiedAt } = pledge;
  return json({
    success: true,
    message: texts(requestLocale(request), 'adoption')('verified'),
    billing_id: billingId,
    reference,
    receipt_token: issueReceiptToken(billingId, verifiedAt),
  });
}
