import { sendAdoptionCode } from '@/lib/adoption/mutations';
import { quoteSelection } from '@/lib/adoption/rules';
import { publicOtpRequestSchema, sponsorSchema } from '@/lib/adoption/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { HttpError, type ErrorCode } from '@/lib/core/errors';
import { clientAddress, json, MAX_SELECTION_BYTES, readJson, route } from '@/lib/core/http';
import { OTP_SECONDS, RESEND_SECONDS } from '@/lib/otp/schema';
import { getTranslations } from '@/lib/text/server';

/** Refusals of a send that are not 409, the answer to a selection that no longer fits the catalogue. */
const STATUS: Partial<Record<ErrorCode, 400 | 429 | 503>> = {
  'course.unknown': 400,
  'otp.too_soon': 429,
  'otp.too_many_sends': 429,
  'otp.send_failed': 503,
};

/**
 * POST /api/user/generate-otp, public shape: opens the draft and sends its code. What the client claims to cost is
 * compared and never used; a refused selection comes with the current courses, so that the screen can refresh.
 */
export const POST = route(async (request: Request) => {
  const body = await readJson(request, publicOtpRequestSchema, MAX_SELECTION_BYTES);
  const { selectedCourses, totalPrice, otpMethod } = body;
  const lines = Object.values(selectedCourses);
  const ids = lines.map(({ id }) => id);

  const courses = await listCourses({ ids });
  const quote = quoteSelection(lines, totalPrice, courses);
  if (!quote.ok)
    throw new HttpError(STATUS[quote.code] ?? 409, quote.code, { params: quote.params, details: { courses } });

  const draft = { sponsor: sponsorSchema.parse(body), lines, totalPaise: quote.totalPaise };
  const sent = await sendAdoptionCode(draft, otpMethod, clientAddress(request));
  if (!sent.ok) {
    const status = STATUS[sent.code] ?? 409;
    const { params, retryAfterSeconds } = sent;
    const details = status === 409 ? { courses: await listCourses({ ids }) } : {};
    throw new HttpError(status, sent.code, { params, retryAfterSeconds, details });
  }
  return json({
    success: true,
    message: getTranslations('adoption')(`sent.${otpMethod}`),
    user_id: sent.userId,
    channel: otpMethod,
    expiresIn: OTP_SECONDS,
    resendIn: RESEND_SECONDS,
  });
});
