import { z } from 'zod';
import { EVERY_ROLE, OWNER_ROLES } from '@/lib/admin/accounts/roles';
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
} from '@/lib/admin/accounts/schema';
import { idSchema } from '@/lib/core/id-schema';
import { ADMIN_LINK_HOURS, ADMIN_LOGIN_FAILURES, MAX_BODY_BYTES } from '@/lib/core/limits';
import { endedSchema } from '@/lib/identity/schema';
import { defineEndpoint, failureLimits, newPasswordLimit } from './endpoint';

const ofAdministrators = { tag: 'Administration', access: 'administrator' } as const;
const ofOwnAccount = { ...ofAdministrators, roles: EVERY_ROLE, withoutFactor: true } as const;

export const confirmAdministrator = defineEndpoint({
  ...ofOwnAccount,
  id: 'confirmAdministrator',
  method: 'POST',
  path: '/admin/account/confirm',
  summary: 'Give the code or the password again, after `admin.confirm`',
  description:
    'The code if the account has a second factor, otherwise the password. The session then counts as confirmed, as after a login.',
  body: { kind: 'json', schema: confirmSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Confirmed', schema: doneSchema } },
  errors: {
    400: { codes: ['admin.code_wrong', 'admin.password_wrong'] },
    429: { codes: ['auth.too_many_attempts'] },
  },
  limits: failureLimits(ADMIN_LOGIN_FAILURES),
});

export const addSecondFactor = defineEndpoint({
  ...ofOwnAccount,
  id: 'addSecondFactor',
  confirmed: true,
  method: 'PUT',
  path: '/admin/account/factor',
  summary: 'Add an authenticator app as second factor of the own account',
  description:
    'The code shows that the app has the key. Returns ten recovery codes, which are not shown again; each is accepted once in place of a code. The other sessions of the account end.',
  body: { kind: 'json', schema: addFactorSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Added', schema: factorAddedSchema } },
  errors: { 400: { codes: ['admin.code_wrong'] }, 409: { codes: ['admin.factor_exists'] } },
});

export const removeSecondFactor = defineEndpoint({
  ...ofOwnAccount,
  id: 'removeSecondFactor',
  confirmed: true,
  method: 'DELETE',
  path: '/admin/account/factor',
  summary: 'Remove the second factor of the own account with its recovery codes',
  responses: { 200: { description: 'Removed, or there was none', schema: doneSchema } },
});

export const endOwnAdministratorSession = defineEndpoint({
  ...ofOwnAccount,
  id: 'endOwnAdministratorSession',
  confirmed: true,
  method: 'DELETE',
  path: '/admin/account/sessions/{sessionId}',
  summary: 'End one session of the own account',
  params: z.object({ sessionId: idSchema('admin.not_found') }),
  responses: { 200: { description: 'Ended', schema: doneSchema } },
  errors: { 404: { codes: ['admin.not_found'] } },
});

export const endOwnAdministratorSessions = defineEndpoint({
  ...ofOwnAccount,
  id: 'endOwnAdministratorSessions',
  confirmed: true,
  method: 'POST',
  path: '/admin/account/logout',
  summary: 'End all sessions of the own account but the one of the request',
  responses: { 200: { description: 'Ended', schema: endedSchema } },
});

export const setAdministratorPassword = defineEndpoint({
  id: 'setAdministratorPassword',
  method: 'POST',
  path: '/user/admin_password',
  tag: 'Administration',
  access: 'anyone',
  summary: 'Set the password of an administrator by a one-time link',
  description:
    'The link is used up, and all sessions of the account end. Nobody is signed in: a second factor is still asked for at the login.',
  body: { kind: 'json', schema: setPasswordSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The password is set', schema: doneSchema } },
  errors: {
    400: { codes: ['admin.link_invalid', 'admin.password_length', 'auth.password_weak'] },
    429: { codes: ['auth.too_many_attempts'] },
  },
  limits: [newPasswordLimit],
});

export const inviteAdministrator = defineEndpoint({
  ...ofAdministrators,
  roles: OWNER_ROLES,
  id: 'inviteAdministrator',
  confirmed: true,
  method: 'POST',
  path: '/admin/administrators',
  summary: 'Create an administrator with a one-time link that sets the password',
  description: `The link is in the response only and works for ${ADMIN_LINK_HOURS.invitation} hours. Hand it over in a way that only the person can read.`,
  body: { kind: 'json', schema: inviteSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Created', schema: invitedSchema } },
  errors: { 400: { codes: ['admin.username_form'] }, 409: { codes: ['admin.username_taken'] } },
});

const ofAccounts = {
  ...ofAdministrators,
  roles: OWNER_ROLES,
  params: z.object({ adminId: idSchema('admin.not_found') }),
} as const;

export const editAdministrator = defineEndpoint({
  ...ofAccounts,
  id: 'editAdministrator',
  confirmed: true,
  method: 'PATCH',
  path: '/admin/administrators/{adminId}',
  summary: 'Change the role of an administrator, close or reopen the account',
  description:
    'Effective at the next request of the administrator. The last active owner stays one. Every change is in the audit log.',
  body: { kind: 'json', schema: adminEditSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Changed', schema: doneSchema } },
  errors: { 404: { codes: ['admin.not_found'] }, 409: { codes: ['admin.last_owner'] } },
});

export const endAdministratorSessions = defineEndpoint({
  ...ofAccounts,
  id: 'endAdministratorSessions',
  method: 'POST',
  path: '/admin/administrators/{adminId}/logout',
  summary: 'End the sessions of an administrator',
  description: 'All but the session of the request itself.',
  responses: { 200: { description: 'Ended', schema: endedSchema } },
  errors: { 404: { codes: ['admin.not_found'] } },
});

export const endAdministratorSession = defineEndpoint({
  ...ofAccounts,
  id: 'endAdministratorSession',
  method: 'DELETE',
  path: '/admin/administrators/{adminId}/sessions/{sessionId}',
  summary: 'End one session of an administrator',
  params: ofAccounts.params.extend({ sessionId: idSchema('admin.not_found') }),
  responses: { 200: { description: 'Ended', schema: doneSchema } },
  errors: { 404: { codes: ['admin.not_found'] } },
});

export const createPasswordLink = defineEndpoint({
  ...ofAccounts,
  id: 'createPasswordLink',
  confirmed: true,
  method: 'POST',
  path: '/admin/administrators/{adminId}/link',
  summary: 'Create a one-time link with which an administrator sets another password',
  description: `An earlier link of the account ends. It works for ${ADMIN_LINK_HOURS.reset} hours, or for ${ADMIN_LINK_HOURS.invitation} where an invitation was not accepted yet. The present password is valid until the link is used.`,
  responses: { 200: { description: 'Created', schema: linkSchema } },
  errors: { 404: { codes: ['admin.not_found'] } },
});

export const removeAdministratorFactor = defineEndpoint({
  ...ofAccounts,
  id: 'removeAdministratorFactor',
  confirmed: true,
  method: 'DELETE',
  path: '/admin/administrators/{adminId}/factor',
  summary: 'Remove the lost second factor of an administrator',
  description: 'With its recovery codes. The administrator logs in with the password alone until another one is added.',
  responses: { 200: { description: 'Removed, or there was none', schema: doneSchema } },
  errors: { 404: { codes: ['admin.not_found'] } },
});
