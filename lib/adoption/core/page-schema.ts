import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_INSTALMENTS, MAX_LINES, MAX_SEATS } from '@/lib/platform/limits';
import { otpSchema } from '@/lib/accounts/codes/schema';
import { bankReference, MAX_REFERENCE, moneyDay, rupeeAmount } from './money-schema';

/** The body of POST /api/billing/{billingId}/transfer-notice; amounts in rupees, the output is paise. */
export const transferNoticeSchema = z.strictObject({
  utr: bankReference(MAX_REFERENCE).describe("The bank's reference (UTR) of the transfer"),
  amount: rupeeAmount(1)
    .optional()
    .describe('What was transferred, in rupees; without it everything that is missing, less the tax withheld'),
  paid_on: moneyDay.describe('The day of the transfer, YYYY-MM-DD'),
  tds_withheld: rupeeAmount(0, 'own_adoption.tds_invalid')
    .default(0)
    .describe('Tax that was withheld (TDS), in rupees'),
  payer: z
    .string()
    .trim()
    .max(200, { error: 'adoption.text_too_long' })
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u)
    .default('')
    .describe('Who paid, if it is not the company itself'),
});
export type TransferNotice = z.infer<typeof transferNoticeSchema>;

const instalments = { error: 'own_adoption.instalments_range' };

/** The body of POST /api/billing/{billingId}/instalments. */
export const instalmentsSchema = z.strictObject({
  parts: z
    .int(instalments)
    .min(1, instalments)
    .max(MAX_INSTALMENTS, instalments)
    .describe('In how many parts the pledge is paid; 1: at once'),
});

/** The body of POST /api/billing/{billingId}/company. */
export const showCompanySchema = z.strictObject({
  show: z.boolean().describe("Whether the institutes' public pages may name the company"),
});

/** The body of POST /api/billing/{billingId}/commitment. */
export const commitmentSchema = z.strictObject({
  committed: z.boolean().describe('Whether you want to support the places until their courses end'),
});

/** The body of POST /api/billing/{billingId}/renewal. */
export const endRenewalSchema = z.strictObject({
  reservation: idSchema().describe('Id of the renewal whose seats are given back'),
  lines: z
    .array(
      z.strictObject({
        course_id: idSchema().describe('Id of the present course, of which fewer seats are renewed'),
        seats: z.number().int().min(1).max(MAX_SEATS).describe('Seats that are given back'),
      }),
    )
    .min(1)
    .max(MAX_LINES)
    .optional()
    .describe('Without it all seats that are reserved for the adoption are given back'),
});

/** The body of POST /api/adoptions/{reference}/access. */
export const accessSchema = z.strictObject({ otp: otpSchema });

/** The response of POST /api/adoptions/{reference}/code. */
export const accessCodeSentSchema = z.object({
  expiresIn: z.int().describe('Seconds until the code expires'),
  resendIn: z.int().describe('Seconds until another code may be requested'),
});

/** The response of POST /api/billing/{billingId}/transfer. */
export const transferSchema = z.object({
  billing_id: idSchema(),
  reference: z.string(),
  due_at: z.iso.datetime().nullable().describe('The end of the term, ISO 8601, UTC; null if it has none'),
});
