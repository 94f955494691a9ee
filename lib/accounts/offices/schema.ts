import { z } from 'zod';
import { OFFICE_ROLES } from '@/db/schema/enums';
import { accountEmailSchema } from '@/lib/accounts/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { MAX_OFFICE_INVITATIONS } from '@/lib/platform/limits';

/** The body of POST /api/admin/offices: a line for each person, as an administrator typed or pasted it. */
export const inviteOfficesSchema = z.strictObject({
  lines: z
    .string()
    .max(200 * MAX_OFFICE_INVITATIONS)
    .describe('For each person a line: e-mail; institute; city'),
  role: z.enum(OFFICE_ROLES).describe('The role of these persons'),
  locale: z.enum(LOCALES).describe('The language of the e-mails'),
  check: z.boolean().describe('Whether to check the lines only; nobody is invited then'),
});

/** Why a line of the invitation cannot be used. */
const LINE_PROBLEMS = ['email', 'institute', 'administrator', 'role', 'twice', 'many', 'sent_often'] as const;
export type LineProblem = (typeof LINE_PROBLEMS)[number];
const lineProblemSchema = z.object({ line: z.number().int(), problem: z.enum(LINE_PROBLEMS) });
export const lineProblemsSchema = z.object({ problems: z.array(lineProblemSchema) });

/**
 * The response of POST /api/admin/offices: the number of people that are, or would be, invited; and those whose e-mail
 * could not be sent; they can be invited again.
 */
export const officesInvitedSchema = z.object({
  invited: z.number().int(),
  unsent: z.array(z.string()),
  is_check: z.boolean(),
});

/** The body of POST /api/office/colleagues. */
export const inviteClerkSchema = z.strictObject({
  email: accountEmailSchema,
  institute_ids: z.array(idSchema('invitation.institute')).min(1, { error: 'invitation.institute' }).max(100),
});

/** The body of POST /api/office/password-link. */
export const passwordLinkSchema = z.strictObject({ email: accountEmailSchema });
