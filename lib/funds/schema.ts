import { z } from 'zod';
import { BANK_MODES, RELEASE_KINDS, USE_HEADS } from '@/db/schema/enums';
import { noteSchema, reasonSchema } from '@/lib/accounts/audit-log/schema';
import { bankReference, MAX_REFERENCE, rupeeAmount, moneyDay } from '@/lib/adoption/core/money-schema';
import { financialYearSchema } from '@/lib/documents/papers/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { queryText } from '@/lib/platform/search-params';

/** The transfers of institutes. */
export const FUNDS_LIST = defineList('/admin/funds', {
  /** A part of the institute, its city, or the bank's reference. */
  q: queryText.optional(),
});
export type FundsFilter = FilterOf<typeof FUNDS_LIST>;

/** The most lines that one transfer to an institute is divided over. */
const MAX_RELEASE_LINES = 500;

/** The body of POST /api/admin/releases: a transfer between the receiving body and an institute, by adopted lines. */
export const releaseSchema = z.strictObject({
  kind: z.enum(RELEASE_KINDS),
  institute_id: idSchema('institute.not_found'),
  mode: z.enum(BANK_MODES),
  paid_on: moneyDay.describe('The day of the transfer, in India'),
  bank_reference: bankReference(MAX_REFERENCE),
  remark: noteSchema(500).default(''),
  lines: z
    .array(
      z.strictObject({
        reference: noteSchema(100).describe('Of the adoption'),
        course_id: idSchema('course.unknown'),
        amount: rupeeAmount(1),
      }),
    )
    .min(1, { error: 'funds.lines_missing' })
    .max(MAX_RELEASE_LINES)
    .refine((lines) => new Set(lines.map((line) => `${line.reference} ${line.course_id}`)).size === lines.length, {
      error: 'funds.line_twice',
    }),
});
/** Amounts in paise. */
export type NewRelease = z.infer<typeof releaseSchema>;

/** The response of GET /api/admin/institutes/{instituteId}/funds: lines with money to pass on, or to give back; rupees. */
export const instituteFundsSchema = z.object({
  lines: z.array(
    z.object({
      reference: z.string(),
      course_id: idSchema(),
      company_name: z.string(),
      course_name: z.string(),
      branch: z.string(),
      session: z.string(),
      seats: z.int(),
      students: z.int().describe('Seats with a student'),
      received: z.number().describe('Without what was paid back to the sponsor'),
      to_pass_on: z.number(),
      unspent: z.number().describe('What the institute has and has not used'),
    }),
  ),
});
export type FundsLine = z.infer<typeof instituteFundsSchema>['lines'][number];

/** The response of POST /api/admin/releases. */
export const releaseRecordedSchema = z.object({ success: z.literal(true), id: idSchema() });

/** The body of POST /api/admin/releases/{releaseId}: the next step of a transfer. */
export const releaseActionSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.enum(['confirm', 'reject', 'return']).describe('`return`: the bank returned a confirmed transfer'),
    reason: reasonSchema,
  }),
  z.strictObject({
    action: z.literal('pay').describe('The bank paid what a file ordered'),
    paid_on: moneyDay,
    bank_reference: bankReference(MAX_REFERENCE),
    reason: reasonSchema,
  }),
]);
export type ReleaseAction = z.infer<typeof releaseActionSchema>;

/** The response of POST /api/admin/releases/{releaseId}. */
export const releaseChangedSchema = z.object({
  success: z.literal(true),
  alone: z.boolean().describe('Whether the administrator who recorded it also confirmed it'),
});

/** The body of POST /api/office/releases/{releaseId}: the institute received a transfer. */
export const receivedSchema = z.strictObject({ received_on: moneyDay });

const heads = z.strictObject(
  Object.fromEntries(USE_HEADS.map((head) => [head, rupeeAmount(0).optional()])) as Record<
    (typeof USE_HEADS)[number],
    z.ZodOptional<ReturnType<typeof rupeeAmount>>
  >,
);

/** The body of POST /api/office/offers/{courseId}/use: what the institute has used up to 31 March. */
export const useSchema = z
  .strictObject({
    financial_year: z.string().refine((year) => financialYearSchema.safeParse(year).success),
    used: rupeeAmount(0).describe('Since the beginning and up to the end of the financial year'),
    heads: heads.optional().describe('The same by what it was spent on'),
    revision: z.int().min(0).describe('The newest statement that the office has seen for this year; 0: none'),
  })
  .refine(
    ({ used, heads: given }) => !given || Object.values(given).reduce((sum, paise) => sum + (paise ?? 0), 0) === used,
    {
      error: 'use.heads_sum',
      path: ['heads'],
    },
  );
export type NewUse = z.infer<typeof useSchema>;

/** The response of POST /api/office/offers/{courseId}/use. */
export const statedSchema = z.object({ success: z.literal(true), revision: z.int() });
