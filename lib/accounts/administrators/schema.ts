import { z } from 'zod';
import { ADMIN_ROLES } from '@/db/schema/enums';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_AREA_LINES, MAX_PASSWORD } from '@/lib/platform/limits';
import { AREAS } from './roles';

/** Lifetime of an administrator's session, in seconds. */
export const ADMIN_SESSION_SECONDS = 8 * 60 * 60;

/** Request header with the id of the session that opened the page. The id is no credential. */
export const PAGE_SESSION_HEADER = 'X-Admin-Session';

/** Request header of requests that a page sends by itself: they do not count as use of the session. */
export const AUTOMATIC_HEADER = 'X-Admin-Automatic';

/** Maximum length of a username, in characters; the login form has no other rules. */
export const MAX_USERNAME = 100;

/** A code of the authenticator app, or a recovery code, as typed. */
const codeSchema = z.string({ error: 'admin.code_wrong' }).max(100, { error: 'admin.code_wrong' });

/** The body of PUT /api/admin/account/factor. */
export const addFactorSchema = z.strictObject({
  secret: z.string().regex(/^[A-Z2-7]{32}$/),
  code: codeSchema,
});

/** The response of PUT /api/admin/account/factor. */
export const factorAddedSchema = z.object({ recovery_codes: z.array(z.string()) });

/** The body of POST /api/admin/account/confirm. */
export const confirmSchema = z.strictObject({
  password: z.string({ error: 'admin.password_wrong' }).max(MAX_PASSWORD, { error: 'admin.password_wrong' }).optional(),
  code: codeSchema.optional(),
});

/** What an administrator is limited to, as owners write it: districts and institutes. Nothing: the whole State. */
const areaSchema = z
  .array(z.string().trim().min(1).max(400))
  .max(MAX_AREA_LINES)
  .describe('Districts by name, institutes by number or as "name; city"; empty: the whole State')
  .optional();

/** The body of POST /api/admin/administrators. */
export const inviteSchema = z.strictObject({
  username: z.string({ error: 'admin.username_form' }).max(1000, { error: 'admin.username_form' }),
  role: z.enum(ADMIN_ROLES).describe('The role'),
  area: areaSchema,
});

/** A one-time link with which an administrator sets a password. */
const linkShape = {
  url: z.url().describe('The link, with its secret in the fragment. It is not shown again'),
  expires_at: z.iso.datetime().describe('When the link ends; ISO 8601, UTC'),
};
export const linkSchema = z.object(linkShape);
export const invitedSchema = z.object({ id: idSchema(), ...linkShape });

/** The body of POST /api/user/admin_password. */
export const setPasswordSchema = z.strictObject({
  token: z.string({ error: 'admin.link_invalid' }).max(100, { error: 'admin.link_invalid' }),
  password: z.string({ error: 'admin.password_length' }).max(1000, { error: 'admin.password_length' }),
});

export const doneSchema = z.object({ success: z.literal(true) });

/**
 * The body of POST /api/user/admin_login. Empty fields are valid here: the server answers them like wrong ones.
 */
export const adminLoginSchema = z.strictObject({
  username: z.string({ error: 'admin.invalid_credentials' }).max(MAX_USERNAME, { error: 'admin.invalid_credentials' }),
  password: z.string({ error: 'admin.invalid_credentials' }).max(MAX_PASSWORD, { error: 'admin.invalid_credentials' }),
  code: codeSchema.optional(),
  area: z.enum(AREAS).default('admin').describe('The part of the site that the account is for'),
});

/** The response of POST /api/user/admin_login. */
export const adminLoginResponseSchema = z.object({
  token: z.string().min(1),
  admin: z.object({ id: idSchema(), username: z.string() }),
});
/** The body of PATCH /api/admin/administrators/{adminId}. */
export const adminEditSchema = z.strictObject({
  role: z.enum(ADMIN_ROLES).describe('The role'),
  active: z.boolean().describe('False closes the account and ends its sessions'),
  area: areaSchema,
});

export type Admin = z.infer<typeof adminLoginResponseSchema>['admin'];
