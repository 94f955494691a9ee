import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_REQUEST_LENGTH } from '@/lib/platform/limits';
import { otpSchema } from '@/lib/accounts/codes/schema';

/** The body of POST /api/billing/{billingId}/requests: what the sponsor wants to change, of at least one character. */
export const changeRequestSchema = z.strictObject({
  message: z
    .string({ error: 'own_adoption.request_empty' })
    .overwrite((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .trim(),
    )
    .min(1, { error: 'own_adoption.request_empty', abort: true })
    .max(MAX_REQUEST_LENGTH, { error: 'own_adoption.request_long' })
    .describe('What should change, in plain text'),
});

/** The body of POST /api/billing/{billingId}/company. */
export const showCompanySchema = z.strictObject({
  show: z.boolean().describe("Whether the institutes' public pages may name the company"),
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
