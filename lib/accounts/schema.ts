import { z } from 'zod';
import { emailSchema, lineSchema, nameSchema } from '@/lib/platform/fields';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_PASSWORD } from '@/lib/platform/limits';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { otpSchema } from '@/lib/accounts/codes/schema';

/** Duration of a session, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** Technical length limit; the requirements define none. */
const MAX_TEXT = 255;

/** The user in the login response and in browser storage; contains no secrets. */
const sessionUserSchema = z.object({
  id: idSchema(),
  full_name: z.string(),
  email: z.string(),
  company_name: z.string(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** The response of POST /api/user/login. */
export const loginResponseSchema = z.object({ user: sessionUserSchema, token: z.string().min(1) });

/** The profile of a sponsor; `adopted_students` is the number of adopted seats, 0 if absent. */
export const profileSchema = z.object({
  id: idSchema(),
  full_name: z.string(),
  designation: z.string(),
  email: z.string(),
  phone_number: z.string(),
  company_name: z.string(),
  adopted_students: z.number().int().min(0).default(0),
});
export type Profile = z.infer<typeof profileSchema>;

const required = 'auth.field_required';
const tooLong = 'auth.too_long';

export const accountEmailSchema = emailSchema(MAX_TEXT, {
  required,
  tooLong,
  invalid: 'auth.email_invalid',
});
export const accountLineSchema = lineSchema(MAX_TEXT, { required, tooLong });
export const accountNameSchema = nameSchema(MAX_TEXT, { required, tooLong });

/** Not trimmed: spaces are part of a password. The minimum length is configurable and checked by register(). */
export const passwordSchema = z
  .string({ error: required })
  .min(1, { error: required })
  .max(MAX_PASSWORD, { error: tooLong });

/** The body of POST /api/user/password/code. */
export const passwordCodeSchema = z.strictObject({ email: accountEmailSchema });

/** The body of POST /api/user/password/reset. */
export const passwordResetSchema = z.strictObject({
  email: accountEmailSchema,
  otp: otpSchema,
  password: passwordSchema,
});
export type PasswordReset = z.infer<typeof passwordResetSchema>;

/** The body of POST /api/user/password/confirm. */
export const passwordConfirmationSchema = z.strictObject({ password: passwordSchema });

/** The body of POST /api/user/account/delete. */
export const accountDeletionSchema = z.strictObject({ current_password: passwordSchema });

/** The body of POST /api/user/password/change. */
export const passwordChangeSchema = z.strictObject({ current_password: passwordSchema, password: passwordSchema });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** The response of GET /api/user/sessions. */
export const sessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: idSchema(),
      device: z.string().nullable(),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime(),
      is_current: z.boolean(),
    }),
  ),
});

/** The response of requests that end several sessions. */
export const endedSchema = z.object({ ended: z.int().min(0) });

/** The body of POST /api/user/email/code. */
export const newEmailSchema = z.strictObject({ email: accountEmailSchema });

/** The body of POST /api/user/email/change. */
export const emailChangeSchema = z.strictObject({ email: accountEmailSchema, otp: otpSchema });
export type EmailChange = z.infer<typeof emailChangeSchema>;

/** The body of POST /api/user/login. */
export const loginSchema = z.strictObject({ email: accountEmailSchema, password: passwordSchema });

/** The fields of a profile update; an e-mail is accepted but ignored. */
export const profileUpdateSchema = z.strictObject({
  full_name: accountNameSchema,
  designation: accountNameSchema,
  phone_number: accountLineSchema,
  company_name: accountNameSchema,
  email: z.string().max(MAX_TEXT).optional(),
});
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

/** The body of POST /api/user/lost-mailbox. */
export const lostMailboxSchema = z.strictObject({
  full_name: accountNameSchema,
  company_name: accountNameSchema,
  phone_number: accountLineSchema,
  email: accountEmailSchema.describe('Where to write to'),
  reference: z.string().trim().max(100, { error: tooLong }).default('').describe('Of an adoption, if it is known'),
});
export type LostMailbox = z.infer<typeof lostMailboxSchema>;

/** The body of PUT /api/admin/users/{userId}/email. */
export const accountEmailChangeSchema = z.strictObject({ email: accountEmailSchema, reason: reasonSchema });
export type AccountEmailChange = z.infer<typeof accountEmailChangeSchema>;

/** Its response: whether the address waits for a second owner. */
export const accountEmailProposedSchema = z.object({ waits: z.boolean() });

/** The body of POST /api/admin/users/{userId}/email: what an owner decides about the address that waits. */
export const accountEmailDecisionSchema = z.strictObject({
  decision: z.enum(['confirm', 'discard']),
  version: z.string().min(1).max(64),
});
export type AccountEmailDecision = z.infer<typeof accountEmailDecisionSchema>;

/** The body of POST /api/user/register: all six fields are required, without further format rules. */
export const registrationSchema = z.strictObject({
  full_name: accountNameSchema,
  designation: accountNameSchema,
  email: accountEmailSchema,
  phone_number: accountLineSchema,
  company_name: accountNameSchema,
  password: passwordSchema,
});
export type Registration = z.infer<typeof registrationSchema>;
