import { z } from 'zod';
import { onlyDigits } from '@/lib/platform/digits';
import { emailSchema, nameSchema } from '@/lib/platform/fields';
import { tidyLine } from '@/lib/platform/invisible-characters';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_LINES, MAX_ORDER_NUMBER, MAX_SEATS } from '@/lib/platform/limits';
import type { ErrorCode } from '@/lib/platform/i18n/errors';
import { otpMethodSchema, otpSchema } from '@/lib/accounts/codes/schema';
import { rupeeAmount } from './money-schema';

const name = (required: ErrorCode, max: number) => nameSchema(max, { required, tooLong: 'sponsor.too_long' });

/** The e-mail address of the sponsor form: with a dot in its host, and none that mail servers refuse before it. */
const sponsorEmailSchema = emailSchema(254, {
  required: 'sponsor.email_required',
  tooLong: 'sponsor.too_long',
  invalid: 'sponsor.email_invalid',
}).regex(/^(?!\.|.*\.[.@]).+@.+\..+$/, { error: 'sponsor.email_invalid' });

/** A phone number of exactly ten digits; all other characters are removed. */
const phoneSchema = z
  .string({ error: 'sponsor.phone_required' })
  .trim()
  .min(1, { error: 'sponsor.phone_required', abort: true })
  .max(40, { error: 'sponsor.phone_invalid', abort: true })
  .overwrite(onlyDigits)
  .regex(/^\d{10}$/, { error: 'sponsor.phone_invalid' });

/** The sponsor form, for the browser and the server. The output is normalised; messages are error codes. */
export const sponsorSchema = z.object({
  fullName: name('sponsor.name_required', 120).min(3, { error: 'sponsor.name_short' }),
  designation: name('sponsor.designation_required', 120),
  email: sponsorEmailSchema,
  phone: phoneSchema,
  company: name('sponsor.company_required', 160),
  industry: name('sponsor.industry_required', 120),
});
export type Sponsor = z.infer<typeof sponsorSchema>;

/** The fields of the sponsor form in the order of the form and of the PDF. */
export const SPONSOR_FIELDS = Object.keys(sponsorSchema.shape) as (keyof Sponsor)[];

/** Attributes of the inputs of the sponsor form. */
export const SPONSOR_INPUTS = {
  fullName: { autoComplete: 'name' },
  designation: { autoComplete: 'organization-title' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel-national' },
  company: { autoComplete: 'organization' },
  industry: {},
} as const satisfies Record<keyof Sponsor, object>;

/** The empty form. It also gives the value '' to fields that the profile or an older adoption lacks. */
export const EMPTY_SPONSOR = Object.fromEntries(SPONSOR_FIELDS.map((field) => [field, ''])) as Sponsor;

/** An amount that the client computed. */
export const amountSchema = rupeeAmount(0, 'request.invalid', Infinity);

/** Texts of a line are accepted but ignored: names and prices come from the catalogue. */
const unusedText = z.string().max(300).optional();
const unusedYears = z.int().nullable().optional();

/** The offer of a line; a client of the specification alone does not send it. Accepted and ignored like the texts. */
export const unusedOffer = { session: unusedText, study_year: unusedYears, duration_years: unusedYears };

/** Number of seats of a line; `none` is the error code for less than one, which depends on the endpoint. */
const seatsSchema = (none: ErrorCode) => z.number().int().min(1, { error: none }).max(MAX_SEATS);

/** Renames the amounts of a parsed line; the output is a QuotedLine. */
const toQuotedLine = (line: {
  id: string;
  selectedSeats: number;
  pricePerSeat: number;
  totalPrice: number;
  reservation?: string;
}) => ({
  id: line.id,
  selectedSeats: line.selectedSeats,
  pricePaise: line.pricePerSeat,
  totalPaise: line.totalPrice,
  ...(line.reservation !== undefined && { reservation: line.reservation }),
});

const requestedLineSchema = z.strictObject({
  id: idSchema('course.unknown'),
  selectedSeats: seatsSchema('seats.none_selected'),
  pricePerSeat: amountSchema,
  totalPrice: amountSchema,
  branch: unusedText,
  courseName: unusedText,
  city: unusedText,
  institute: unusedText,
  ...unusedOffer,
  branch_hindi: unusedText,
  institute_hindi: unusedText,
  reservation: idSchema().optional(),
});

/** Whether the key of each line is its id, in any case, and no id occurs twice. */
export function areKeyedById(lines: Readonly<Record<string, { id: string }>>): boolean {
  const ids = Object.values(lines).map(({ id }) => id);
  return new Set(ids).size === ids.length && Object.entries(lines).every(([key, { id }]) => key.toLowerCase() === id);
}

const linesSchema = z
  .record(z.string(), z.unknown(), { error: 'seats.none_selected' })
  .superRefine((lines, ctx) => {
    const count = Object.keys(lines).length;
    if (count === 0) ctx.addIssue({ code: 'custom', message: 'seats.none_selected' });
    if (count > MAX_LINES)
      ctx.addIssue({ code: 'too_big', origin: 'map', maximum: MAX_LINES, input: lines, message: 'selection.too_many' });
  })
  .pipe(z.record(z.string(), requestedLineSchema.transform(toQuotedLine)))
  .refine(areKeyedById, { error: 'course.unknown' });

/** A user id, normalised to lower case. */
const userIdSchema = idSchema();

/** A selected course of the payment page. The output is a QuotedLine; names are accepted but ignored. */
const selectedCourseSchema = (none: ErrorCode) =>
  z
    .strictObject({
      course_id: requestedLineSchema.shape.id,
      courseName: unusedText,
      branch: unusedText,
      ...unusedOffer,
      selectedSeats: seatsSchema(none),
      pricePerSeat: amountSchema,
      totalPrice: amountSchema,
    })
    .transform(({ course_id: id, ...line }) => toQuotedLine({ id, ...line }));

/**
 * The selected courses of the payment page, for generate-otp and process-payment: 1 to MAX_LINES, each course once. The
 * output is QuotedLines.
 * @param none the error code for a line without seats
 */
export const paymentLinesSchema = (none: ErrorCode) =>
  z
    .array(selectedCourseSchema(none), { error: 'payment.empty' })
    .min(1, { error: 'payment.empty' })
    .max(MAX_LINES, { error: 'selection.too_many' })
    .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, { error: 'course.unknown' });

type Body = Record<string, unknown>;
type Shape = 'payment' | 'public' | 'store' | 'unknown';

/** The body of generate-otp and verify-otp before its shape is known: any object. */
const otpBodySchema = z.looseObject({});

/** Returns which of the three request shapes of generate-otp a body has, by its keys in this order. */
export function generateOtpShape(body: Body): Shape {
  if ('selected_courses' in body || 'userId' in body) return 'payment';
  if ('selectedCourses' in body || 'otpMethod' in body) return 'public';
  return 'email' in body ? 'store' : 'unknown';
}

/** Returns which request shape of verify-otp a body has. */
export function verifyOtpShape(body: Body): Shape {
  if ('userId' in body) return 'payment';
  if ('user_id' in body || 'otpMethod' in body) return 'public';
  return 'email' in body ? 'store' : 'unknown';
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim());

/**
 * Returns the error for a missing contact of the selected channel, which is reported before other validation errors, or
 * null.
 */
export function contactProblem(body: { otpMethod?: unknown; email?: unknown; phone?: unknown }) {
  if (body.otpMethod === 'email' && isBlank(body.email)) return 'otp.email_required';
  if (body.otpMethod === 'phone' && isBlank(body.phone)) return 'otp.phone_required';
  return null;
}

const publicBody = otpBodySchema.superRefine((body, ctx) => {
  const problem = contactProblem(body);
  if (problem) ctx.addIssue({ code: 'custom', message: problem });
});

/** The company's own number of the order; '' and absent: none. */
export const orderNumberSchema = z
  .string()
  .overwrite(tidyLine)
  .max(MAX_ORDER_NUMBER, { error: 'sponsor.too_long' })
  .optional();

const publicRequestSchema = publicBody.pipe(
  z
    .strictObject({
      ...sponsorSchema.shape,
      otpMethod: otpMethodSchema,
      user_id: idSchema().optional(),
      isResend: z.boolean().optional(),
      selectedCourses: linesSchema,
      totalPrice: amountSchema,
      order_number: orderNumberSchema,
    })
    // SMS are sent to Indian mobile numbers only, to prevent toll fraud.
    .refine(({ otpMethod, phone }) => otpMethod !== 'phone' || /^[6-9]/.test(phone), {
      error: 'sponsor.phone_invalid',
    }),
);

/** The body of POST /api/user/generate-otp, public shape. */
export const publicOtpRequestSchema = publicRequestSchema.transform(({ totalPrice: totalPaise, ...body }) => ({
  ...body,
  totalPaise,
}));

/** The body of POST /api/user/generate-otp, payment page shape. */
export const paymentOtpRequestSchema = z
  .strictObject({
    userId: userIdSchema,
    selected_courses: paymentLinesSchema('seats.none_selected'),
    total_price: amountSchema,
    order_number: orderNumberSchema,
  })
  .transform(({ total_price: totalPaise, ...body }) => ({ ...body, totalPaise }));

/** The body of POST /api/user/generate-otp, registered-user store shape. */
export const storeOtpRequestSchema = z.strictObject({ email: sponsorSchema.shape.email });

/**
 * The draft of a code, as returned by generate-otp. Optional: clients that follow only the original specification do
 * not send it.
 */
const draftIdSchema = idSchema().optional();

/** The body of POST /api/user/verify-otp, public shape. */
export const publicVerificationSchema = publicBody.pipe(
  z.strictObject({
    otp: otpSchema,
    email: sponsorSchema.shape.email,
    phone: phoneSchema,
    otpMethod: otpMethodSchema,
    user_id: idSchema(),
    draft_id: draftIdSchema,
    confirm_repeat: z.boolean().optional(),
  }),
);

/** The body of POST /api/user/verify-otp, payment page shape. */
export const paymentVerificationSchema = z.strictObject({
  otp: otpSchema,
  userId: userIdSchema,
  draft_id: draftIdSchema,
});

/** The body of POST /api/user/verify-otp, registered-user store shape. */
export const storeVerificationSchema = z.strictObject({ otp: otpSchema, email: sponsorSchema.shape.email });
