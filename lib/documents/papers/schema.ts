import { z } from 'zod';
import { PAPER_KINDS } from '@/db/schema/enums';
import { orderNumberSchema } from '@/lib/adoption/core/schema';
import { companySchema } from '@/lib/company/schema';
import { idSchema } from '@/lib/platform/id-schema';

/** A change of what the papers of an adoption show of the company, and the number of its order; an absent number is none. */
export const paperDetailsSchema = companySchema.extend({ purchase_order: orderNumberSchema });
export type PaperDetails = z.infer<typeof paperDetailsSchema>;

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
