import { z } from 'zod';
import { PAPER_KINDS } from '@/db/schema/values';
import { idSchema } from '@/lib/platform/id-schema';
import type { PaperDetails } from '@/lib/adoption/core/schema';
import { PAN, taxNumber } from '@/lib/platform/tax-number';

const line = (max: number) => z.string().trim().max(max).optional();

/** What companies may want on papers besides their sponsor details; an empty or absent field is not printed. */
export const paperDetailsSchema = z.strictObject({
  legal_name: line(200),
  address: line(500),
  pan: z.string().max(40).overwrite(taxNumber).regex(PAN, 'paper.pan_invalid').optional(),
  /** Not checked further: there are several kinds (gstinWarning of rules.ts). */
  gstin: z
    .string()
    .max(40)
    .overwrite(taxNumber)
    .regex(/^[A-Z0-9]{0,20}$/, 'paper.gstin_invalid')
    .optional(),
  purchase_order: line(100),
}) satisfies z.ZodType<PaperDetails>;

/** A financial year, April to March in India, such as '2026-27'. */
export const financialYearSchema = z
  .string()
  .regex(/^20\d\d-\d\d$/, 'document.not_found')
  .refine((year) => (Number(year.slice(2, 4)) + 1) % 100 === Number(year.slice(5)), 'document.not_found');

/** The kinds of papers of an adoption. */
export const paperKind = z.enum(PAPER_KINDS).exclude(['statement', 'use']);

/** An issued paper as the API returns it. */
export const issuedPaperSchema = z
  .object({
    id: idSchema().describe('Id of the paper'),
    kind: paperKind,
    serial: z.string(),
    issued_at: z.iso.datetime(),
  })
  .meta({ id: 'Paper' });

/** The response of POST /api/billing/{billingId}/paper-details. */
export const savedDetailsSchema = z.object({
  papers: z.array(issuedPaperSchema).describe('The papers that show the details now'),
});

/** The response of GET /api/admin/users/{userId}/statements. */
export const statementYearsSchema = z.object({
  years: z.array(financialYearSchema).describe("Financial years, newest first, such as '2026-27'"),
});
