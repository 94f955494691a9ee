import { z } from 'zod';
import { EVERY_ROLE, OWNER_ROLES } from '@/lib/admin/accounts/roles';
import {
  addFactorSchema,
  adminEditSchema,
  confirmSchema,
  doneSchema,
  factorAddedSchema,
} from '@/lib/admin/accounts/schema';
import { ADMIN_CODE_FAILURES, MAX_BODY_BYTES } from '@/lib/core/limits';
import { defineEndpoint, failureLimits } from './endpoint';

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
  limits: failureLimits(ADMIN_CODE_FAILURES),
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

const ofAccounts = {
  ...ofAdministrators,
  roles: OWNER_ROLES,
  params: z.object({ adminId: z.uuid({ error: 'admin.not_found' }) }),
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
  responses: { 200: { description: 'Ended', schema: z.object({ ended: z.int().min(0) }) } },
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
