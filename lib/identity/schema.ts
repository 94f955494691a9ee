import { z } from 'zod';
import { emailSchema, lineSchema, nameSchema } from '@/lib/core/fields';
import { MAX_PASSWORD } from '@/lib/core/limits';

/** How long a session lasts, in seconds (A-20). */
export const SESSION_SECONDS = 12 * 60 * 60;

/** Technical limit of the texts of a registration (A-26), in characters; the spec asks for no others. */
const MAX_TEXT = 255;

/** The user as login answers it and the browser keeps it (R-ENT-01, R-ENT-02): nothing secret. */
export const sessionUserSchema = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  company_name: z.string(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** The answer of POST /api/user/login (A-20). */
export const loginResponseSchema = z.object({ user: sessionUserSchema, token: z.string().min(1) });

/** A sponsor's profile (R-ENT-04); `adopted_students` is the number of seats booked, 0 if absent (R-DASH-03, A-58). */
export const profileSchema = z.object({
  id: z.uuid(),
  full_name: z.string(),
  designation: z.string(),
  email: z.string(),
  phone_number: z.string(),
  company_name: z.string(),
  adopted_students: z.number().int().min(0).default(0),
});
export type Profile = z.infer<typeof profileSchema>;

/**
 * The shape that a browser's type=email demands, which the server demands as well (A-26): the pattern of the HTML standard.
 * It knows no spelling for an address with a quoted or non-Latin local part.
 */
const HTML_EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

const required = 'auth.field_required';
const tooLong = 'auth.too_long';

const accountEmailSchema = emailSchema(MAX_TEXT, HTML_EMAIL, { required, tooLong, invalid: 'auth.email_invalid' });
const line = lineSchema(MAX_TEXT, { required, tooLong });
const name = nameSchema(MAX_TEXT, { required, tooLong });

/** Never trimmed: spaces are part of a password (A-26). The least length is the operator's, and register() asks for it. */
const passwordSchema = z.string({ error: required }).min(1, { error: required }).max(MAX_PASSWORD, { error: tooLong });

/** The body of POST /api/user/login (R-API-04, R-VAL-01, R-VAL-02). */
export const loginSchema = z.strictObject({ email: accountEmailSchema, password: passwordSchema });

/** What a sponsor may change of the profile; an e-mail is taken and never written (A-63, R-PROF-04, R-PROF-05). */
export const profileUpdateSchema = z.strictObject({
  full_name: name,
  designation: name,
  phone_number: line,
  company_name: name,
  email: z.string().max(MAX_TEXT).optional(),
});
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

/** The body of POST /api/user/register (R-API-05): all six are required (R-VAL-04), no further rules of form (R-VAL-06, A-26). */
export const registrationSchema = z.strictObject({
  full_name: name,
  designation: name,
  email: accountEmailSchema,
  phone_number: line,
  company_name: name,
  password: passwordSchema,
});
export type Registration = z.infer<typeof registrationSchema>;
