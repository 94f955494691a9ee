import { z } from 'zod';
import { emailSchema, nameSchema } from '@/lib/core/fields';
import { MAX_LINES, MAX_SEATS } from '@/lib/core/limits';
import { toPaise, toRupees } from '@/lib/core/money';
import type { ErrorCode } from '@/lib/i18n/errors';
import { otpMethodSchema, otpSchema } from '@/lib/otp/schema';

const name = (required: ErrorCode, max: number) => nameSchema(max, { required, tooLong: 'sponsor.too_long' });

/** An e-mail address of the sponsor form (R-VAL-14); its shape is A-68's. */
const sponsorEmailSchema = emailSchema(254, /^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
  required: 'sponsor.email_required',
  tooLong: 'sponsor.too_long',
  invalid: 'sponsor.email_invalid',
});

/** A phone number as exactly ten digits, whatever marks stood between them (R-VAL-16, A-69). */
const phoneSchema = z
  .string({ error: 'sponsor.phone_required' })
  .trim()
  .min(1, { error: 'sponsor.phone_required', abort: true })
  .max(40, { error: 'sponsor.phone_invalid', abort: true })
  .overwrite((text) => text.normalize('NFKC').replace(/\D/g, ''))
  .regex(/^\d{10}$/, { error: 'sponsor.phone_invalid' });

/** The sponsor form (R-VAL-10 to R-VAL-18), for the browser and the server. Comes out normalised; messages are error codes. */
export const sponsorSchema = z.object({
  fullName: name('sponsor.name_required', 120).min(3, { error: 'sponsor.name_short' }),
  designation: name('sponsor.designation_required', 120),
  email: sponsorEmailSchema,
  phone: phoneSchema,
  company: name('sponsor.company_required', 160),
  industry: name('sponsor.industry_required', 120),
});
export type Sponsor = z.infer<typeof sponsorSchema>;

/** Rupees of a request as a JSON number or a numeric string; comes out as a number with at most two decimals. */
export const amountSchema = z.union([z.number(), z.string().max(20)]).transform((given, ctx) => {
  const paise = toPaise(given);
  if (paise !== null) return toRupees(paise);
  ctx.addIssue({ code: 'custom', message: 'request.invalid' });
  return z.NEVER;
});

/** Texts of a line are accepted and not used: names and prices come from the catalogue. */
const unusedText = z.string().max(300).optional();

/** Whole seats of a line; `none` is the code of fewer than one, which each call says in its own words. */
const seatsSchema = (none: ErrorCode) => z.number().int().min(1, { error: none }).max(MAX_SEATS);

const askedLineSchema = z.strictObject({
  id: z.uuid({ error: 'course.unknown' }).toLowerCase(),
  selectedSeats: seatsSchema('seats.none_selected'),
  pricePerSeat: amountSchema,
  totalPrice: amountSchema,
  branch: unusedText,
  courseName: unusedText,
  city: unusedText,
  institute: unusedText,
});

const linesSchema = z
  .record(z.string(), z.unknown(), { error: 'seats.none_selected' })
  .superRefine((lines, ctx) => {
    const count = Object.keys(lines).length;
    if (count === 0) ctx.addIssue({ code: 'custom', message: 'seats.none_selected' });
    if (count > MAX_LINES)
      ctx.addIssue({ code: 'too_big', origin: 'map', maximum: MAX_LINES, input: lines, message: 'selection.too_many' });
  })
  .pipe(z.record(z.string(), askedLineSchema))
  // A line filed under another id could name one course twice (security 24).
  .refine(
    (lines) => {
      const ids = Object.values(lines).map(({ id }) => id);
      return (
        new Set(ids).size === ids.length && Object.entries(lines).every(([key, { id }]) => key.toLowerCase() === id)
      );
    },
    { error: 'course.unknown' },
  );

/** The id of a user as a request names one, in its one spelling. */
const userIdSchema = z.uuid().toLowerCase();

/** A chosen course as the payment screen sends it (R-API-08). Comes out as a QuotedLine; its names are accepted and not used. */
const selectedCourseSchema = (none: ErrorCode) =>
  z
    .strictObject({
      course_id: askedLineSchema.shape.id,
      courseName: unusedText,
      branch: unusedText,
      selectedSeats: seatsSchema(none),
      pricePerSeat: amountSchema,
      totalPrice: amountSchema,
    })
    .transform(({ course_id: id, selectedSeats, pricePerSeat, totalPrice }) => ({
      id,
      selectedSeats,
      pricePerSeat,
      totalPrice,
    }));

/**
 * The chosen courses of the payment screen, for generate-otp and process-payment: 1 to MAX_LINES of them, each course once
 * . Come out as QuotedLines.
 * @param none the code of a line without seats
 */
export const paymentLinesSchema = (none: ErrorCode) =>
  z
    .array(selectedCourseSchema(none), { error: 'payment.empty' })
    .min(1, { error: 'payment.empty' })
    .max(MAX_LINES, { error: 'selection.too_many' })
    .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, { error: 'course.unknown' });

type Body = Record<string, unknown>;
type Shape = 'payment' | 'public' | 'store' | 'unknown';

/** The body of generate-otp and of verify-otp before its shape is known: any object. */
export const otpBodySchema = z.looseObject({});

/** Which of the three callers of generate-otp wrote a body, decided by its keys in the order of A-08. */
export function generateOtpShape(body: Body): Shape {
  if ('selected_courses' in body || 'userId' in body) return 'payment';
  if ('selectedCourses' in body || 'otpMethod' in body) return 'public';
  return 'email' in body ? 'store' : 'unknown';
}

/** The same for verify-otp. */
export function verifyOtpShape(body: Body): Shape {
  if ('userId' in body) return 'payment';
  if ('user_id' in body || 'otpMethod' in body) return 'public';
  return 'email' in body ? 'store' : 'unknown';
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim());

/** The contact that the chosen channel needs comes before the form's own rules (R-PAY-21, R-PAY-22). */
export function contactProblem(body: { otpMethod?: unknown; email?: unknown; phone?: unknown }) {
  if (body.otpMethod === 'email' && isBlank(body.email)) return 'otp.email_required';
  if (body.otpMethod === 'phone' && isBlank(body.phone)) return 'otp.phone_required';
  return null;
}

const publicBody = otpBodySchema.superRefine((body, ctx) => {
  const problem = contactProblem(body);
  if (problem) ctx.addIssue({ code: 'custom', message: problem });
});

/** The body of POST /api/user/generate-otp, public shape (R-API-10, R-API-11). Amounts come out as rupees in numbers. */
export const publicOtpRequestSchema = publicBody.pipe(
  z
    .strictObject({
      ...sponsorSchema.shape,
      otpMethod: otpMethodSchema,
      user_id: z.uuid().optional(),
      isResend: z.boolean().optional(),
      selectedCourses: linesSchema,
      totalPrice: amountSchema,
    })
    // Texts go to Indian mobile numbers only, so that nobody earns from numbers that cost (security 11).
    .refine(({ otpMethod, phone }) => otpMethod !== 'phone' || /^[6-9]/.test(phone), {
      error: 'sponsor.phone_invalid',
    }),
);

/** The body of POST /api/user/generate-otp, payment screen shape (R-API-07). */
export const paymentOtpRequestSchema = z.strictObject({
  userId: userIdSchema,
  selected_courses: paymentLinesSchema('seats.none_selected'),
  total_price: amountSchema,
});

/** The body of POST /api/user/generate-otp, registered-user store shape (R-API-06). */
export const storeOtpRequestSchema = z.strictObject({ email: sponsorSchema.shape.email });

/** Which draft a typed code is for, as generate-otp answered it; a client of the bare specification does not say (security 61). */
const draftIdSchema = z.uuid().toLowerCase().optional();

/** The body of POST /api/user/verify-otp, public shape (R-API-14). */
export const publicVerificationSchema = publicBody.pipe(
  z.strictObject({
    otp: otpSchema,
    email: sponsorSchema.shape.email,
    phone: phoneSchema,
    otpMethod: otpMethodSchema,
    user_id: z.uuid(),
    draft_id: draftIdSchema,
  }),
);

/** The body of POST /api/user/verify-otp, payment screen shape (R-API-13). */
export const paymentVerificationSchema = z.strictObject({
  otp: otpSchema,
  userId: userIdSchema,
  draft_id: draftIdSchema,
});

/** The body of POST /api/user/verify-otp, registered-user store shape (R-API-12). */
export const storeVerificationSchema = z.strictObject({ otp: otpSchema, email: sponsorSchema.shape.email });
