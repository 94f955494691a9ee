import { z } from 'zod';
import { idSchema } from '@/lib/core/id-schema';
import { DOCUMENTS, LOGIN_FAILURES, MAX_BODY_BYTES, RECENT_PASSWORD_SECONDS, REGISTRATIONS } from '@/lib/core/limits';
import {
  accountDeletionSchema,
  emailChangeSchema,
  endedSchema,
  loginResponseSchema,
  loginSchema,
  newEmailSchema,
  passwordChangeSchema,
  passwordCodeSchema,
  passwordConfirmationSchema,
  passwordResetSchema,
  profileSchema,
  profileUpdateSchema,
  registrationSchema,
  sessionsSchema,
} from '@/lib/identity/schema';
import { ownDataSchema } from '@/lib/privacy/schema';
import { sendLimits, tooManyTries, tooOften, tryLimits } from './codes';
import { defineEndpoint, failureLimits, newPasswordLimit } from './endpoint';
import { doneResponse, nameCodes, userIdParams } from './schema';

const profile = profileSchema.extend({ adopted_students: z.int().min(0) }).meta({ id: 'Profile' });

export const login = defineEndpoint({
  id: 'login',
  method: 'POST',
  path: '/user/login',
  tag: 'Account',
  summary: 'Sign in as a sponsor',
  description:
    'Returns the bearer token of a session of 12 hours, and sets a cookie that renders the dashboard pages and does not authenticate API requests.',
  access: 'anyone',
  body: { kind: 'json', schema: loginSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Signed in', schema: loginResponseSchema } },
  errors: {
    400: { codes: ['auth.field_required', 'auth.email_invalid', 'auth.too_long'] },
    401: { codes: ['auth.invalid_credentials'] },
    429: { codes: ['auth.too_many_attempts'] },
  },
  limits: failureLimits(LOGIN_FAILURES),
});

export const logout = defineEndpoint({
  id: 'logout',
  method: 'POST',
  path: '/user/logout',
  tag: 'Account',
  summary: 'End the session of the bearer token, its cookie included',
  access: 'sponsor',
  leastRole: 'view',
  responses: { 200: { description: 'Signed out', schema: z.object({ success: z.literal(true) }) } },
});

export const register = defineEndpoint({
  id: 'register',
  method: 'POST',
  path: '/user/register',
  tag: 'Account',
  summary: 'Create an account, without signing in',
  access: 'anyone',
  body: { kind: 'json', schema: registrationSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 201: { description: 'The account was created', schema: doneResponse } },
  errors: {
    400: {
      codes: [
        'auth.field_required',
        'auth.email_invalid',
        'auth.too_long',
        'auth.password_short',
        'auth.password_weak',
        ...nameCodes,
      ],
    },
    409: { codes: ['auth.email_taken'] },
    429: { codes: ['request.too_many'] },
  },
  limits: [{ description: 'Registrations per address', ...REGISTRATIONS }],
});

export const sendPasswordCode = defineEndpoint({
  id: 'sendPasswordCode',
  method: 'POST',
  path: '/user/password/code',
  tag: 'Account',
  summary: 'Send a code to set a forgotten password',
  description: 'The response is the same whether or not an account has this e-mail.',
  access: 'anyone',
  body: { kind: 'json', schema: passwordCodeSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Sent if such an account exists', schema: doneResponse } },
  errors: { 400: { codes: ['auth.field_required', 'auth.email_invalid', 'auth.too_long'] }, 429: tooOften },
  limits: sendLimits,
});

export const resetPassword = defineEndpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/user/password/reset',
  tag: 'Account',
  summary: 'Set a forgotten password with a code',
  description:
    'Confirms the e-mail address of the account and ends all of its sessions, without signing in. If the address was not confirmed before, the phone number of the profile is removed. A code is valid only from the network that requested it.',
  access: 'anyone',
  body: { kind: 'json', schema: passwordResetSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The password was set', schema: doneResponse } },
  errors: {
    400: {
      codes: [
        'auth.field_required',
        'auth.email_invalid',
        'auth.too_long',
        'auth.password_short',
        'auth.password_weak',
        'otp.shape',
        'otp.invalid',
      ],
    },
    429: { codes: [...tooManyTries.codes, 'auth.too_many_attempts'] },
  },
  limits: [...tryLimits, newPasswordLimit],
});

export const confirmPassword = defineEndpoint({
  id: 'confirmPassword',
  method: 'POST',
  path: '/user/password/confirm',
  tag: 'Account',
  summary: 'Enter your password again in this session',
  description: `Allows this session to change the e-mail and the phone number for ${RECENT_PASSWORD_SECONDS / 60} minutes, as signing in does.`,
  access: 'sponsor',
  leastRole: 'view',
  body: { kind: 'json', schema: passwordConfirmationSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The password is right', schema: doneResponse } },
  errors: {
    400: { codes: ['auth.field_required', 'auth.too_long', 'auth.password_wrong'] },
    429: { codes: ['auth.too_many_attempts'] },
  },
  limits: failureLimits(LOGIN_FAILURES),
});

export const changePassword = defineEndpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/user/password/change',
  tag: 'Account',
  summary: 'Change your password',
  description: 'Ends all other sessions. The e-mail address of the account is told.',
  access: 'sponsor',
  leastRole: 'view',
  body: { kind: 'json', schema: passwordChangeSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The password was changed', schema: doneResponse } },
  errors: {
    400: {
      codes: [
        'auth.field_required',
        'auth.too_long',
        'auth.password_short',
        'auth.password_weak',
        'auth.password_wrong',
      ],
    },
    429: { codes: ['auth.too_many_attempts'] },
  },
  limits: [...failureLimits(LOGIN_FAILURES), newPasswordLimit],
});

export const sendNewEmailCode = defineEndpoint({
  id: 'sendNewEmailCode',
  method: 'POST',
  path: '/user/email/code',
  tag: 'Account',
  summary: 'Send a code to the e-mail address that your account is to have',
  description: 'The response is the same whether or not another account has this e-mail.',
  access: 'sponsor',
  leastRole: 'view',
  body: { kind: 'json', schema: newEmailSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Sent', schema: doneResponse } },
  errors: {
    400: { codes: ['auth.field_required', 'auth.email_invalid', 'auth.too_long'] },
    403: { codes: ['auth.confirm_password'] },
    429: tooOften,
    503: { codes: ['otp.send_failed'] },
  },
  limits: sendLimits,
});

export const changeEmail = defineEndpoint({
  id: 'changeEmail',
  method: 'POST',
  path: '/user/email/change',
  tag: 'Account',
  summary: 'Change your e-mail address with its code',
  description: 'Ends all other sessions. Both addresses are told.',
  access: 'sponsor',
  leastRole: 'view',
  body: { kind: 'json', schema: emailChangeSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The e-mail was changed', schema: doneResponse } },
  errors: {
    400: { codes: ['auth.field_required', 'auth.email_invalid', 'auth.too_long', 'otp.shape', 'otp.invalid'] },
    403: { codes: ['auth.confirm_password'] },
    409: { codes: ['auth.email_taken'] },
    429: tooManyTries,
  },
  limits: tryLimits,
});

export const listSessions = defineEndpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/user/sessions',
  tag: 'Account',
  summary: 'List your live sessions',
  description: 'The session of the request comes first, then those used last.',
  access: 'sponsor',
  leastRole: 'view',
  responses: { 200: { description: 'The sessions', schema: sessionsSchema.meta({ id: 'Sessions' }) } },
});

const byConfirmedSponsor = `Needs a password entered in the last ${RECENT_PASSWORD_SECONDS / 60} minutes, by signing in or by POST /api/user/password/confirm.`;

export const endOtherSessions = defineEndpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/user/sessions',
  tag: 'Account',
  summary: 'End all of your sessions but the one of the request',
  description: byConfirmedSponsor,
  access: 'sponsor',
  leastRole: 'view',
  responses: { 200: { description: 'Ended', schema: endedSchema } },
  errors: { 403: { codes: ['auth.confirm_password'] } },
});

export const endOwnSession = defineEndpoint({
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/user/sessions/{sessionId}',
  tag: 'Account',
  summary: 'End one of your sessions',
  description: `${byConfirmedSponsor} Sessions of others are answered like unknown ones.`,
  access: 'sponsor',
  leastRole: 'view',
  params: z.object({ sessionId: idSchema('auth.session_unknown') }),
  responses: { 200: { description: 'Ended', schema: z.object({ success: z.literal(true) }) } },
  errors: { 403: { codes: ['auth.confirm_password'] }, 404: { codes: ['auth.session_unknown'] } },
});

export const readOwnData = defineEndpoint({
  id: 'readOwnData',
  method: 'GET',
  path: '/user/account/data',
  tag: 'Account',
  summary: 'Download your own data',
  description: `Everything that is stored about you, as one file with explanations in the accepted language. Needs a password entered in the last ${RECENT_PASSWORD_SECONDS / 60} minutes, by signing in or by POST /api/user/password/confirm.`,
  access: 'sponsor',
  leastRole: 'view',
  responses: { 200: { description: 'The data', schema: ownDataSchema.meta({ id: 'OwnData' }) } },
  errors: { 403: { codes: ['auth.confirm_password'] }, 429: { codes: ['request.too_many'] } },
  limits: [{ description: 'Documents of any kind per address', ...DOCUMENTS }],
});

export const deleteAccount = defineEndpoint({
  id: 'deleteAccount',
  method: 'POST',
  path: '/user/account/delete',
  tag: 'Account',
  summary: 'Delete your account',
  description:
    'Of the owner; colleagues are removed by the owner. Not while there are colleagues, or seats are held or not paid for, a payment or refund is open, or a request is unanswered. Ends all sessions and empties your name, designation, e-mail address and phone number. Adoptions, payments and issued papers stay with the company. The e-mail address is told and can register again.',
  access: 'sponsor',
  leastRole: 'owner',
  body: { kind: 'json', schema: accountDeletionSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The account was deleted', schema: doneResponse } },
  errors: {
    400: { codes: ['auth.field_required', 'auth.too_long', 'auth.password_wrong'] },
    409: {
      codes: [
        'account.people',
        'account.held',
        'account.paying',
        'account.unpaid',
        'account.refund',
        'account.request',
      ],
    },
    429: { codes: ['auth.too_many_attempts'] },
  },
  limits: failureLimits(LOGIN_FAILURES),
});

export const readProfile = defineEndpoint({
  id: 'readProfile',
  method: 'GET',
  path: '/user/profile/{userId}',
  tag: 'Account',
  summary: 'Read your own profile',
  description: 'Any other id is refused in the same way, whether or not it exists.',
  access: 'owner',
  leastRole: 'view',
  params: userIdParams,
  responses: { 200: { description: 'The profile', schema: profile } },
});

export const updateProfile = defineEndpoint({
  id: 'updateProfile',
  method: 'PUT',
  path: '/user/profile/update/{userId}',
  tag: 'Account',
  summary: 'Change your own profile',
  description: `An e-mail is accepted and ignored. Changing the phone number needs a password entered in the last ${RECENT_PASSWORD_SECONDS / 60} minutes, by signing in or by POST /api/user/password/confirm.`,
  access: 'owner',
  leastRole: 'view',
  params: userIdParams,
  body: { kind: 'json', schema: profileUpdateSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The updated profile', schema: profile } },
  errors: {
    400: { codes: ['auth.field_required', 'auth.too_long', ...nameCodes] },
    403: { codes: ['auth.confirm_password'] },
  },
});
