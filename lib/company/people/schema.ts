import { z } from 'zod';
import { COLLEAGUE_ROLES } from '@/db/schema/enums';
import { accountEmailSchema, accountLineSchema, accountNameSchema, passwordSchema } from '@/lib/accounts/schema';

const role = z.enum(COLLEAGUE_ROLES).describe('What the colleague may do');

/** The body of POST /api/company/invitations. */
export const invitationSchema = z.strictObject({ full_name: accountNameSchema, email: accountEmailSchema, role });
export type Invitation = z.infer<typeof invitationSchema>;

/** The body of PATCH /api/company/people/{personId}. */
export const roleChangeSchema = z.strictObject({ role });

const token = z.string({ error: 'company.link_invalid' }).max(100, { error: 'company.link_invalid' });

/** The body of POST /api/company/invitation. */
export const openInvitationSchema = z.strictObject({ token });

/** The body of POST /api/company/people/{personId}/owner. */
export const handOverSchema = z.strictObject({ current_password: passwordSchema });

/** The response of POST /api/company/invitation. */
export const openedInvitationSchema = z.object({
  full_name: z.string(),
  email: z.string(),
  role,
  company_name: z.string(),
  invited_by: z.string().describe('Name of the person who sent the invitation'),
  has_account: z.boolean().describe('True if the e-mail address has an account of its own, which cannot join'),
});
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>;

/** The body of POST /api/company/join. */
export const joinSchema = z.strictObject({
  token,
  designation: accountNameSchema,
  phone_number: accountLineSchema,
  password: passwordSchema,
});
export type Joining = z.infer<typeof joinSchema>;
