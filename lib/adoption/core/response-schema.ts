import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';

const draftId = idSchema().describe('Identifies the draft that the code is for; send it to verify-otp');
const sent = {
  expiresIn: z.int().describe('Seconds until the code expires'),
  resendIn: z.int().describe('Seconds until another code may be requested'),
};

/** The response of generate-otp on the public pages, as far as they read it. */
export const publicCodeSentSchema = z.object({
  ...sent,
  user_id: idSchema().describe('For verify-otp; not a credential'),
  draft_id: draftId,
});

/** The response of generate-otp on the payment page, as far as it reads it. */
export const paymentCodeSentSchema = z.object({
  ...sent,
  draft_id: draftId,
  phone: z.string().describe('Masked'),
  delivered: z.enum(['sms', 'email']),
  sent_to: z.string().describe('Masked'),
});

/** The response of verify-otp on the public pages, as far as they read it. */
export const adoptedSchema = z.object({
  billing_id: idSchema(),
  reference: z.string(),
  receipt_token: z.string().describe('The bearer token for generate-pdf'),
  due_at: z.string().nullable().describe('The end of the term to pay; null: none'),
  adoption_page: z
    .string()
    .regex(/^\/(adoptions|dashboard\/adoptions)\/[\w-]+$/)
    .describe('Path of the page of the adoption'),
});

/** The response of verify-otp on the payment page, as far as it reads it. */
export const heldSchema = z.object({
  billing_id: idSchema(),
  reference: z.string(),
  holdExpiresIn: z.int().describe('Seconds left to pay'),
});
