import { z } from 'zod';
import { sponsorSchema } from '@/lib/adoption/schema';
import { MAX_LINES, MAX_SEATS } from '@/lib/core/limits';
import type { ErrorCode } from '@/lib/i18n/errors';
import { cartEntrySchema } from '@/lib/selection/schema';

/** The longest text, in UTF-16 units, that a summary prints from one field of a request. */
const MAX_TEXT = 200;

const text = z.string().max(MAX_TEXT);

const printedEntrySchema = z.strictObject({
  ...cartEntrySchema.shape,
  selectedSeats: z.int().min(1).max(MAX_SEATS),
  branch: text,
  courseName: text.min(1),
  city: text,
  institute: text,
});

/**
 * The body of generate-pdf (R-API-24, R-API-25): the sponsor's fields and the selection map, keyed by course id. Amounts
 * must be JSON numbers and are never printed; more than 200 lines are refused before any is looked at.
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
    .pipe(z.record(z.uuid(), printedEntrySchema))
    .refine((lines) => Object.entries(lines).every(([key, line]) => key === line.id)),
});

/** A reference as a reader may type it: any case, spaces around it, letters for the digits they look like; comes out as printed. */
export const referenceSchema = z
  .string()
  .trim()
  .toUpperCase()
  .max(40)
  .regex(/^[A-Z0-9-]+$/)
  .overwrite((typed) => typed.replaceAll('O', '0').replace(/[IL]/g, '1'));
