import { z } from 'zod';
import type { Course, toApiCourse, toDetailedApiCourse } from '@/lib/catalogue/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { RUPEES } from '@/lib/platform/money';
// Playwright, which runs this file in Node.js, needs the attribute.
import texts from '@/lib/platform/i18n/en/errors.json' with { type: 'json' };
import type { RefusalCode } from '@/lib/platform/i18n/error-codes';

const seats = z.int().min(0);

/** A course in API responses; coursesSchema of lib/catalogue also reads what R-ENT-19 lets a list lack. */
const courseResponse = z
  .object({
    id: idSchema(),
    city: z.string(),
    course_name: z.string().describe('The course type'),
    branch: z.string(),
    institute_name: z.string().describe("Empty for a course of 'Other Institutes'"),
    session: z.string().optional().describe("The academic session of the seats, such as '2026-27'"),
    study_year: z.int().min(1).optional().describe('The year of study of the seats: 1 for the intake'),
    total_seats: seats,
    left_seats: seats,
    price_per_seat: z.string().regex(RUPEES).describe('Rupees per seat per year'),
    reserved_seats: z
      .int()
      .optional()
      .describe('Of left_seats those that are reserved for the sponsor; absent if none'),
    reserved_until: z.iso.datetime().optional().describe('Until when they are reserved, at this price'),
    reservation_id: idSchema().optional().describe('The reservation, if the request named it'),
  })
  .meta({ id: 'Course' }) satisfies z.ZodType<ReturnType<typeof toApiCourse<Course>>>;

/** A course with what is known beyond the specification. */
export const detailedCourseResponse = courseResponse
  .extend({
    institute_id: idSchema().optional(),
    branch_hindi: z.string().optional().describe('Name of the branch in Hindi; absent if unknown'),
    institute_hindi: z.string().optional().describe('Name of the institute in Hindi; absent if unknown'),
    duration_years: z.int().min(1).optional().describe('Years of the whole course; absent if unknown'),
  })
  .meta({ id: 'DetailedCourse' }) satisfies z.ZodType<ReturnType<typeof toDetailedApiCourse>>;

/** A course in the signed-in sponsor's course list. */
export const sponsorCourseResponse = courseResponse.extend({ locked_seats: seats }).meta({ id: 'SponsorCourse' });

/** Error details if a selection is outdated: the current courses, so that the client can refresh. */
export const currentCourses = z.object({ courses: z.array(courseResponse) });

/** Error details if too few seats are left. */
export const currentShortages = z.object({
  shortages: z.array(z.object({ course_id: idSchema().describe('Id of the course'), available: seats })),
});

/** Error details if the same contact adopted the same seats shortly before. */
export const earlierAdoption = z.object({ earlier: z.object({ reference: z.string(), adopted_at: z.iso.datetime() }) });

export const successResponse = z.object({ success: z.literal(true) });

/** `message` is human-readable, in the language that the request accepts. */
export const doneResponse = successResponse.extend({ message: z.string() });

/** The handler first compares it with the session's user, so that invalid ids are refused like those of others. */
export const userIdParams = z.object({ userId: idSchema().describe('Id of the signed-in sponsor') });

/** Error codes of names of people and companies, in all forms. */
export const nameCodes = ['name.no_letter', 'name.address'] as const satisfies readonly RefusalCode[];

/** Error codes of an e-mail address beside other fields. */
export const emailCodes = ['auth.field_required', 'auth.email_invalid', 'auth.too_long'] as const;

/** Error codes of a new password. */
export const newPasswordCodes = ['auth.password_short', 'auth.password_weak'] as const;

/** Error codes of a reason for the audit log. */
export const reasonCodes = ['adoption.reason_required', 'adoption.text_too_long'] as const;

/** Error codes of a receipt of money by bank. */
export const receiptCodes = [
  'adoption.amount_invalid',
  'adoption.reference_invalid',
  ...reasonCodes,
  'adoption.payer_required',
  'adoption.date_invalid',
  'adoption.date_in_future',
  'adoption.tds_range',
  'adoption.bank_required',
] as const;

/** Error codes of the sponsor form's fields. */
export const sponsorCodes: readonly RefusalCode[] = [
  ...Object.keys(texts.sponsor).map((key) => `sponsor.${key as keyof typeof texts.sponsor}` as const),
  ...nameCodes,
];

/** The codes of a changed company, beside those of what it belongs to. */
export const companyCodes = [
  'paper.cin_invalid',
  'paper.pan_invalid',
  'paper.gstin_invalid',
  'sponsor.email_invalid',
  'sponsor.too_long',
  'company.changed',
  'paper.too_many',
] as const;
