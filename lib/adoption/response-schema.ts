import { z } from 'zod';

const draftId = z.uuid().describe('Names the draft that the code is for; verify-otp repeats it');
const sent = {
  expiresIn: z.int().describe('Seconds that the code lives'),
  resendIn: z.int().describe('Seconds until another may be asked for'),
};

/** What the public pages read of the answer of generate-otp. */
export const publicCodeSentSchema = z.object({
  ...sent,
  user_id: z.uuid().describe('For verify-otp; it opens nothing'),
  draft_id: draftId,
});

/** What the payment page reads of the answer of generate-otp (R-API-07). */
export const paymentCodeSentSchema = z.object({
  ...sent,
  draft_id: draftId,
  phone: z.string().describe('Masked'),
  delivered: z.enum(['sms', 'email']),
  sent_to: z.string().describe('Masked'),
});

/** What the public pages read of the answer of verify-otp. */
export const adoptedSchema = z.object({
  billing_id: z.uuid(),
  reference: z.string(),
  receipt_token: z.string().describe('The bearer token of generate-pdf'),
});

/** What the payment page reads of the answer of verify-otp. */
export const heldSchema = z.object({
  billing_id: z.uuid(),
  reference: z.string(),
  holdExpiresIn: z.int().describe('Seconds that are left to pay'),
});
