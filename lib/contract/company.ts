import { z } from 'zod';
import {
  invitationSchema,
  joinSchema,
  openedInvitationSchema,
  openInvitationSchema,
  roleChangeSchema,
} from '@/lib/company/schema';
import { idSchema } from '@/lib/core/id-schema';
import {
  INVITATION_DAYS,
  INVITATIONS,
  INVITATIONS_TO_RECIPIENT,
  MAX_BODY_BYTES,
  MAX_COLLEAGUES,
} from '@/lib/core/limits';
import { defineEndpoint, newPasswordLimit } from './endpoint';
import { doneResponse, nameCodes } from './schema';

const ofOwners = { tag: 'Account', access: 'sponsor', leastRole: 'owner' } as const;
const notFound = { codes: ['company.not_found'] } as const;

export const inviteColleague = defineEndpoint({
  ...ofOwners,
  id: 'inviteColleague',
  method: 'POST',
  path: '/company/invitations',
  summary: 'Invite a colleague to your company by e-mail',
  description: `The link of the e-mail works once, for ${INVITATION_DAYS} days. Inviting the same address again sends another link, and the earlier one ends. At most ${MAX_COLLEAGUES} colleagues and open invitations. The response is the same whether or not the address has an account. Needs a confirmed e-mail address of your own, and a password entered lately.`,
  body: { kind: 'json', schema: invitationSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Sent', schema: doneResponse } },
  errors: {
    400: { codes: ['auth.field_required', 'auth.email_invalid', 'auth.too_long', ...nameCodes] },
    403: { codes: ['auth.confirm_password', 'company.confirm_email'] },
    409: { codes: ['company.too_many'] },
    429: { codes: ['request.too_many'] },
    503: { codes: ['company.not_sent'] },
  },
  limits: [
    { description: 'Invitations of one company', ...INVITATIONS },
    { description: 'Invitations to one address', ...INVITATIONS_TO_RECIPIENT },
  ],
});

export const withdrawInvitation = defineEndpoint({
  ...ofOwners,
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/company/invitations/{invitationId}',
  summary: 'Withdraw an invitation',
  params: z.object({ invitationId: idSchema('company.not_found') }),
  responses: { 200: { description: 'Withdrawn', schema: doneResponse } },
  errors: { 404: notFound },
});

const ofColleagues = {
  ...ofOwners,
  path: '/company/people/{personId}',
  params: z.object({ personId: idSchema('company.not_found') }),
} as const;

export const changeColleagueRole = defineEndpoint({
  ...ofColleagues,
  id: 'changeColleagueRole',
  method: 'PATCH',
  summary: 'Change what a colleague may do',
  description: 'Effective at the next request of the colleague. Needs a password entered lately.',
  body: { kind: 'json', schema: roleChangeSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Changed', schema: doneResponse } },
  errors: { 403: { codes: ['auth.confirm_password'] }, 404: notFound },
});

export const removeColleague = defineEndpoint({
  ...ofColleagues,
  id: 'removeColleague',
  method: 'DELETE',
  summary: 'Remove a colleague from your company',
  description:
    'Deletes the account of the colleague, whose sessions end at once. What was adopted stays with the company.',
  responses: { 200: { description: 'Removed', schema: doneResponse } },
  errors: { 404: notFound },
});

export const openInvitation = defineEndpoint({
  id: 'openInvitation',
  method: 'POST',
  path: '/company/invitation',
  tag: 'Account',
  access: 'anyone',
  summary: 'Read an invitation with the secret of its link',
  description: 'Changes nothing.',
  body: { kind: 'json', schema: openInvitationSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The invitation', schema: openedInvitationSchema } },
  errors: { 400: { codes: ['company.link_invalid'] } },
});

export const joinCompany = defineEndpoint({
  id: 'joinCompany',
  method: 'POST',
  path: '/company/join',
  tag: 'Account',
  access: 'anyone',
  summary: 'Accept an invitation: create the account of a colleague',
  description: 'The link is used up. Nobody is signed in.',
  body: { kind: 'json', schema: joinSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 201: { description: 'The account was created', schema: doneResponse } },
  errors: {
    400: {
      codes: [
        'company.link_invalid',
        'auth.field_required',
        'auth.too_long',
        'auth.password_short',
        'auth.password_weak',
        ...nameCodes,
      ],
    },
    409: { codes: ['company.has_account'] },
    429: { codes: ['auth.too_many_attempts'] },
  },
  limits: [newPasswordLimit],
});
