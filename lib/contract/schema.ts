import { z } from 'zod';
import { PRICE_PER_SEAT, type Course } from '@/lib/catalogue/schema';
import type { ErrorCode } from '@/lib/i18n/errors';

const seats = z.int().min(0);

/** A course as the API answers it (R-ENT-05); courseSchema of lib/catalogue reads it, and also what R-ENT-19 lets a list lack. */
export const courseResponse = z
  .object({
    id: z.uuid(),
    city: z.string(),
    course_name: z.string().describe('The course type'),
    branch: z.string(),
    institute_name: z.string().describe("Empty for a course of 'Other Institutes'"),
    total_seats: seats,
    left_seats: seats,
    price_per_seat: z.string().regex(PRICE_PER_SEAT).describe('Rupees per seat per year'),
  })
  .meta({ id: 'Course' }) satisfies z.ZodType<Course>;

/** A course as a sponsor's own call gives it (R-ENT-07). */
export const sponsorCourseResponse = courseResponse.extend({ locked_seats: seats }).meta({ id: 'SponsorCourse' });

/** What a refusal carries where a selection no longer fits: the courses as they are now, so that a screen can refresh. */
export const currentCourses = z.object({ courses: z.array(courseResponse) });

/** What a refusal carries where seats are short. */
export const currentShortages = z.object({
  shortages: z.array(z.object({ course_id: z.uuid().describe('Id of the course'), available: seats })),
});

/** `message` is for people, in the language that the request accepts. */
export const doneResponse = z.object({ success: z.literal(true), message: z.string() });

/** An address that does not exist answers so, whatever its parameter says. */
export const userIdParams = z.object({ userId: z.string().describe('The id of the signed-in sponsor') });

/** What names of people and companies are refused with, wherever they are asked for. */
export const nameCodes = ['name.no_letter', 'name.address'] as const satisfies readonly ErrorCode[];

/** What the fields of the sponsor form are refused with (R-VAL-10 to R-VAL-18). */
export const sponsorCodes = [
  'sponsor.name_required',
  'sponsor.name_short',
  'sponsor.designation_required',
  'sponsor.email_required',
  'sponsor.email_invalid',
  'sponsor.phone_required',
  'sponsor.phone_invalid',
  'sponsor.company_required',
  'sponsor.industry_required',
  'sponsor.too_long',
  ...nameCodes,
] as const satisfies readonly ErrorCode[];
