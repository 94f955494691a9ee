import { z } from 'zod';
import {
  handOverSchema,
  invitationSchema,
  joinSchema,
  openedInvitationSchema,
  openInvitationSchema,
  roleChangeSchema,
} from '@/lib/company/people/schema';
import { companyFormSchema, companySavedSchema } from '@/lib/company/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { area } from './endpoint';
import { companyCodes, doneResponse, emailCodes, nameCodes, newPasswordCodes } from './schema';

const sponsor = area({ tag: 'Account', access: 'sponsor', minRole: 'owner' });
const ofColleague = z.object({ personId: idSchema('company.not_found') });
const visitor = area({ tag: 'Account', access: 'anyone' });

const notFound = 'company.not_found';

export const inviteColleague = sponsor.post('/company/invitations', {
  id: 'inviteColleague',
  summary: 'Invite a colleague to your company by e-mail',
  json: invitationSchema,
  ok: doneResponse,
  errors: [
    ...emailCodes,
    ...nameCodes,
    'auth.confirm_password',
    'company.confirm_email',
    'company.too_many',
    'request.too_many',
    'company.not_sent',
  ],
});

export const withdrawInvitation = sponsor.delete('/company/invitations/{invitationId}', {
  id: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  params: z.object({ invitationId: idSchema('company.not_found') }),
  ok: doneResponse,
  errors: [notFound],
});

export const changeColleagueRole = sponsor.patch('/company/people/{personId}', {
  id: 'changeColleagueRole',
  summary: 'Change what a colleague may do',
  params: ofColleague,
  json: roleChangeSchema,
  ok: doneResponse,
  errors: ['auth.confirm_password', notFound],
});

export const removeColleague = sponsor.delete('/company/people/{personId}', {
  id: 'removeColleague',
  summary: 'Remove a colleague from your company',
  params: ofColleague,
  ok: doneResponse,
  errors: [notFound],
});

export const handOverCompany = sponsor.post('/company/people/{personId}/owner', {
  id: 'handOverCompany',
  summary: 'Make a colleague the owner of your company',
  params: ofColleague,
  json: handOverSchema,
  ok: doneResponse,
  errors: ['auth.field_required', 'auth.too_long', 'auth.password_wrong', notFound, 'auth.too_many_attempts'],
});

export const saveCompany = sponsor.put('/company/details', {
  id: 'saveCompany',
  summary: 'Say what papers and reports show of your company',
  minRole: 'adopt',
  json: companyFormSchema,
  ok: companySavedSchema,
  errors: [...companyCodes, 'auth.required'],
});

export const openInvitation = visitor.post('/company/invitation', {
  id: 'openInvitation',
  summary: 'Read an invitation with the secret of its link',
  json: openInvitationSchema,
  ok: openedInvitationSchema,
  errors: ['company.link_invalid'],
});

export const joinCompany = visitor.post('/company/join', {
  id: 'joinCompany',
  summary: 'Accept an invitation: create the account of a colleague',
  json: joinSchema,
  responses: { 201: { schema: doneResponse } },
  errors: [
    'company.link_invalid',
    'auth.field_required',
    'auth.too_long',
    ...newPasswordCodes,
    ...nameCodes,
    'company.has_account',
    'auth.too_many_attempts',
  ],
});
