import { z } from 'zod';
import { areKeyedById, sponsorSchema, unusedOffer } from '@/lib/adoption/core/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_LINES, MAX_SEATS } from '@/lib/platform/limits';
import type { ErrorCode } from '@/lib/platform/i18n/errors';

/** Maximum length of a printed field of a request, in UTF-16 units. */
const MAX_TEXT = 200;

const text = z.string().max(MAX_TEXT);

const printedEntrySchema = z.strictObject({
  id: idSchema(),
  selectedSeats: z.int().min(1).max(MAX_SEATS),
  pricePerSeat: z.number().min(0),
  totalPrice: z.number().min(0),
  branch: text,
  courseName: text.min(1),
  city: text,
  institute: text,
  ...unusedOffer,
  branch_hindi: text.optional(),
  institute_hindi: text.optional(),
  reservation: idSchema().optional(),
});

/**
 * The body of generate-pdf: the sponsor fields and the selected courses by id. Amounts must be JSON numbers but are not
 * printed; more than 200 lines are refused before any of them is validated.
 */
export const generatePdfSchema = z.strictObject({
  userData: z.strictObject(sponsorSchema.shape),
  selectedCourses: z
    .record(z.string(), z.unknown())
    .check(({ value, issues }) => {
      if (Object.keys(value).length <= MAX_LINES) return;
      const message = 'selection.too_many' satisfies ErrorCode;
      issues.push({ code: 'too_big', origin: 'map', maximum: MAX_LINES, input: value, message, continue: false });
    })
    .pipe(z.record(z.string(), printedEntrySchema))
    .refine(areKeyedById, { error: 'course.unknown' satisfies ErrorCode }),
});

/** The number of a paper, as in the query of its QR code. */
export const serialSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{1,6}\/20\d\d-\d\d\/\d{6,9}$/);
