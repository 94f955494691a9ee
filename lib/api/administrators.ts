import { z } from 'zod';
import { EVERY_ROLE, EXPORT_ROLES, OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import {
  addFactorSchema,
  adminEditSchema,
  confirmSchema,
  doneSchema,
  factorAddedSchema,
  invitedSchema,
  inviteSchema,
  linkSchema,
  setPasswordSchema,
} from '@/lib/accounts/administrators/schema';
import {
  attentionNumberSchema,
  noticesProvenSchema,
  noticesSavedSchema,
  noticesSchema,
  proveNoticesSchema,
} from '@/lib/admin/attention/schema';
import { scheduledSchema, scheduleSchema } from '@/lib/admin/exports/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { endedSchema } from '@/lib/accounts/schema';
import { admin, area, ownAccount } from './endpoint';

const ofAdministrator = z.object({ adminId: idSchema('admin.not_found') });
const notFound = 'admin.not_found';

const visitor = area({ tag: 'Administration', access: 'anyone' });

export const confirmAdministrator = ownAccount.post('/admin/account/confirm', {
  id: 'confirmAdministrator',
  summary: 'Give the code or the password again, after `admin.confirm`',
  withoutFactor: true,
  json: confirmSchema,
  ok: doneSchema,
  errors: ['admin.code_wrong', 'admin.password_wrong', 'auth.too_many_attempts'],
});

export const addSecondFactor = ownAccount.put('/admin/account/factor', {
  id: 'addSecondFactor',
  summary: 'Add an authenticator app as second factor of the own account',
  withoutFactor: true,
  confirmed: true,
  json: addFactorSchema,
  ok: factorAddedSchema,
  errors: ['admin.code_wrong', 'admin.factor_exists'],
});

export const removeSecondFactor = ownAccount.delete('/admin/account/factor', {
  id: 'removeSecondFactor',
  summary: 'Remove the second factor of the own account with its recovery codes',
  withoutFactor: true,
  confirmed: true,
  ok: doneSchema,
});

export const endOwnAdministratorSession = ownAccount.delete('/admin/account/sessions/{sessionId}', {
  id: 'endOwnAdministratorSession',
  summary: 'End one session of the own account',
  withoutFactor: true,
  confirmed: true,
  params: z.object({ sessionId: idSchema('admin.not_found') }),
  ok: doneSchema,
  errors: [notFound],
});

export const endOwnAdministratorSessions = ownAccount.post('/admin/account/logout', {
  id: 'endOwnAdministratorSessions',
  summary: 'End all sessions of the own account but the one of the request',
  withoutFactor: true,
  confirmed: true,
  ok: endedSchema,
});

export const changeNotices = admin.put('/admin/account/notices', {
  id: 'changeNotices',
  roles: EVERY_ROLE,
  summary: 'Set where and when the administrator is told by e-mail what needs attention',
  json: noticesSchema,
  ok: noticesSavedSchema,
  errors: ['sponsor.too_long', 'sponsor.email_invalid', 'auth.too_many_attempts'],
});

export const proveNotices = admin.post('/admin/account/notices', {
  id: 'proveNotices',
  roles: EVERY_ROLE,
  summary: 'Confirm the address of the notices with the token of the link',
  json: proveNoticesSchema,
  ok: noticesProvenSchema,
  errors: ['admin.link_invalid'],
});

export const scheduleExport = admin.post('/admin/exports', {
  id: 'scheduleExport',
  roles: EXPORT_ROLES,
  summary: 'Have a table by e-mail every day, Monday or first of the month, until it is stopped',
  json: scheduleSchema,
  ok: scheduledSchema,
  errors: ['export.no_address', 'export.too_many', 'session.name_form'],
});

export const stopExport = admin.delete('/admin/exports/{exportId}', {
  id: 'stopExport',
  roles: EXPORT_ROLES,
  summary: 'Stop a table by e-mail',
  params: z.object({ exportId: idSchema('export.not_found') }),
  ok: doneSchema,
  errors: ['export.not_found'],
});

export const countAttention = admin.get('/admin/attention', {
  id: 'countAttention',
  inArea: true,
  roles: EVERY_ROLE,
  summary: 'Number of items that need attention',
  ok: attentionNumberSchema,
});

export const setAdministratorPassword = visitor.post('/user/admin_password', {
  id: 'setAdministratorPassword',
  summary: 'Set the password of an administrator by a one-time link',
  json: setPasswordSchema,
  ok: doneSchema,
  errors: ['admin.link_invalid', 'admin.password_length', 'auth.password_weak', 'auth.too_many_attempts'],
});

export const inviteAdministrator = admin.post('/admin/administrators', {
  id: 'inviteAdministrator',
  summary: 'Create an administrator with a one-time link that sets the password',
  roles: OWNER_ROLES,
  confirmed: true,
  json: inviteSchema,
  ok: invitedSchema,
  errors: ['admin.username_form', 'admin.username_taken', 'admin.area_unknown', 'admin.area_role'],
});

export const editAdministrator = admin.patch('/admin/administrators/{adminId}', {
  id: 'editAdministrator',
  summary: 'Change the role and the area of an administrator, close or reopen the account',
  roles: OWNER_ROLES,
  params: ofAdministrator,
  confirmed: true,
  json: adminEditSchema,
  ok: doneSchema,
  errors: [notFound, 'admin.last_owner', 'admin.area_unknown', 'admin.area_role'],
});

export const endAdministratorSessions = admin.post('/admin/administrators/{adminId}/logout', {
  id: 'endAdministratorSessions',
  summary: 'End the sessions of an administrator',
  roles: OWNER_ROLES,
  params: ofAdministrator,
  ok: endedSchema,
  errors: [notFound],
});

export const endAdministratorSession = admin.delete('/admin/administrators/{adminId}/sessions/{sessionId}', {
  id: 'endAdministratorSession',
  summary: 'End one session of an administrator',
  roles: OWNER_ROLES,
  params: ofAdministrator.extend({ sessionId: idSchema('admin.not_found') }),
  ok: doneSchema,
  errors: [notFound],
});

export const createPasswordLink = admin.post('/admin/administrators/{adminId}/link', {
  id: 'createPasswordLink',
  summary: 'Create a one-time link with which an administrator sets another password',
  roles: OWNER_ROLES,
  params: ofAdministrator,
  confirmed: true,
  ok: linkSchema,
  errors: [notFound],
});

export const removeAdministratorFactor = admin.delete('/admin/administrators/{adminId}/factor', {
  id: 'removeAdministratorFactor',
  summary: 'Remove the lost second factor of an administrator',
  roles: OWNER_ROLES,
  params: ofAdministrator,
  confirmed: true,
  ok: doneSchema,
  errors: [notFound],
});
