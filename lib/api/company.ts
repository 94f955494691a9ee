import { z } from 'zod';
import {
  handOverSchema,
  invitationSchema,
  joinSchema,
  openedInvitationSchema,
  openInvitationSchema,
  roleChangeSchema,
} from '@/lib/accounts/company/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { area } from './endpoint';
import { doneResponse, emailCodes, nameCodes, newPasswordCodes } from './schema';

const sponsor = area({ tag: 'Account', access: 'sponsor', minRole: 'owner' });
const ofColleague = z.object({ personId: idSchema('company.not_found') });
const visitor = area({ tag: 'Account', access: 'anyone' });

const notFound = { codes: ['company.not_found'] } as const;

export const inviteColleague = sponsor.post('/company/invitations', {
  id: 'inviteColleague',
  summary: 'Invite a colleague to your company by e-mail',
  json: invitationSchema,
  ok: doneResponse,
  errors: {
    400: { codes: [...emailCodes, ...nameCodes] },
    403: { codes: ['auth.confirm_password', 'company.confirm_email'] },
    409: { codes: ['company.too_many'] },
    429: { codes: ['request.too_many'] },
    503: { codes: ['company.not_sent'] },
  },
});

export const withdrawInvitation = sponsor.delete('/company/invitations/{invitationId}', {
  id: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  params: z.object({ invitationId: idSchema('company.not_found') }),
  ok: doneResponse,
  errors: { 404: notFound },
});

export const changeColleagueRole = sponsor.patch('/company/people/{personId}', {
  id: 'changeColleagueRole',
  summary: 'Change what a colleague may do',
  params: ofColleague,
  json: roleChangeSchema,
  ok: doneResponse,
  errors: { 403: { codes: ['auth.confirm_password'] }, 404: notFound },
});

export const removeColleague = sponsor.delete('/company/people/{personId}', {
  id: 'removeColleague',
  summary: 'Remove a colleague from your company',
  params: ofColleague,
  ok: doneResponse,
  errors: { 404: notFound },
});

export const handOverCompany = sponsor.post('/company/people/{personId}/owner', {
  id: 'handOverCompany',
  summary: 'Make a colleague the owner of your company',
  params: ofColleague,
  json: handOverSchema,
  ok: doneResponse,
  errors: {
    400: { codes: ['auth.field_required', 'auth.too_long', 'auth.password_wrong'] },
    404: notFound,
    429: { codes: ['auth.too_many_attempts'] },
  },
});

export const openInvitation = visitor.post('/company/invitation', {
  id: 'openInvitation',
  summary: 'Read an invitation with the secret of its link',
  json: openInvitationSchema,
  ok: openedInvitationSchema,
  errors: { 400: { codes: ['company.link_invalid'] } },
});

export const joinCompany = visitor.post('/company/join', {
  id: 'joinCompany',
  summary: 'Accept an invitation: create the account of a colleague',
  json: joinSchema,
  responses: { 201: { schema: doneResponse } },
  errors: {
    400: {
      codes: ['company.link_invalid', 'auth.field_required', 'auth.too_long', ...newPasswordCodes, ...nameCodes],
    },
    409: { codes: ['company.has_account'] },
    429: { codes: ['auth.too_many_attempts'] },
  },
});
