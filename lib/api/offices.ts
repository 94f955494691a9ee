import { z } from 'zod';
import { CATALOGUE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import {
  inviteClerkSchema,
  inviteOfficesSchema,
  lineProblemsSchema,
  officesInvitedSchema,
  passwordLinkSchema,
} from '@/lib/accounts/offices/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { OFFICE_LINKS } from '@/lib/platform/limits';
import { admin, area, office } from './endpoint';
import { emailCodes } from './schema';

const ofAccount = z.object({ accountId: idSchema('admin.not_found') });
const notFound = 'admin.not_found';
const visitor = area({ tag: 'Administration', access: 'anyone' });

export const inviteOffices = admin.post('/admin/offices', {
  id: 'inviteOffices',
  inArea: true,
  summary: 'Invite people to the offices of institutes by e-mail',
  roles: CATALOGUE_ROLES,
  confirmed: true,
  json: inviteOfficesSchema,
  ok: officesInvitedSchema,
  errors: [{ codes: ['invitation.lines', 'invitation.no_lines'], details: lineProblemsSchema }],
  deadlineMs: 60_000,
});

export const closeOffice = admin.delete('/admin/offices/{accountId}', {
  id: 'closeOffice',
  inArea: true,
  summary: 'Close the account of somebody in an office',
  roles: CATALOGUE_ROLES,
  confirmed: true,
  params: ofAccount,
  ok: doneSchema,
  errors: [notFound],
});

export const inviteClerk = office.post('/office/colleagues', {
  id: 'inviteClerk',
  summary: 'Invite a clerk to institutes of the own office by e-mail',
  roles: HEAD_ROLES,
  confirmed: true,
  json: inviteClerkSchema,
  ok: doneSchema,
  errors: [...emailCodes, 'invitation.institute', 'invitation.not_clerk', 'request.too_many', 'invitation.not_sent'],
});

export const removeClerk = office.delete('/office/colleagues/{accountId}', {
  id: 'removeClerk',
  summary: 'Remove a clerk from the institutes of the own office',
  roles: HEAD_ROLES,
  confirmed: true,
  params: ofAccount,
  ok: doneSchema,
  errors: [notFound],
});

export const sendOfficeLink = visitor.post('/office/password-link', {
  id: 'sendOfficeLink',
  summary: 'Send somebody in an office a link that sets another password',
  json: passwordLinkSchema,
  ok: doneSchema,
  errors: [...emailCodes, 'request.too_many'],
  limits: [{ description: 'Requests for a link per address', ...OFFICE_LINKS.address }],
});
