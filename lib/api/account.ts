import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import { LOGIN_FAILURES, LOST_MAILBOXES, RECENT_PASSWORD_SECONDS, REGISTRATIONS } from '@/lib/platform/limits';
import {
  accountDeletionSchema,
  emailChangeSchema,
  endedSchema,
  loginResponseSchema,
  loginSchema,
  lostMailboxSchema,
  newEmailSchema,
  passwordChangeSchema,
  passwordCodeSchema,
  passwordConfirmationSchema,
  passwordResetSchema,
  profileSchema,
  profileUpdateSchema,
  registrationSchema,
  sessionsSchema,
} from '@/lib/accounts/schema';
import { ownDataSchema } from '@/lib/operation/privacy/schema';
import { sendLimits, tooManyTries, tooOften, tryLimits } from './codes';
import { area, failureLimits, newPasswordLimit } from './endpoint';
import { doneResponse, emailCodes, nameCodes, newPasswordCodes, userIdParams, successResponse } from './schema';

const visitor = area({ tag: 'Account', access: 'anyone' });
const sponsor = area({ tag: 'Account', access: 'sponsor', minRole: 'view' });
const owner = area({ tag: 'Account', access: 'owner', minRole: 'view' });

const profile = profileSchema.extend({ adopted_students: z.int().min(0) }).meta({ id: 'Profile' });

/** `phone_removed`: the profile has no phone number any more. */
const passwordSetResponse = doneResponse.extend({ phone_removed: z.boolean() });

export const login = visitor.post('/user/login', {
  id: 'login',
  summary: 'Sign in as a sponsor',
  description:
    'Returns the bearer token of a session of 12 hours, and sets a cookie that renders the dashboard pages and does not authenticate API requests.',
  json: loginSchema,
  responses: { 200: { description: 'Signed in', schema: loginResponseSchema } },
  errors: [...emailCodes, 'auth.invalid_credentials', 'auth.too_many_attempts'],
  limits: failureLimits(LOGIN_FAILURES),
});

export const logout = sponsor.post('/user/logout', {
  id: 'logout',
  summary: 'End the session of the bearer token, its cookie included',
  description: 'Other sessions of the account stay.',
  responses: { 200: { description: 'Signed out', schema: successResponse } },
});

export const register = visitor.post('/user/register', {
  id: 'register',
  summary: 'Create an account, without signing in',
  description: 'An e-mail address has one account.',
  json: registrationSchema,
  responses: { 201: { description: 'The account was created', schema: doneResponse } },
  errors: [...emailCodes, ...newPasswordCodes, ...nameCodes, 'auth.email_taken', 'request.too_many'],
  limits: [{ description: 'Registrations per address', ...REGISTRATIONS }],
});

export const reportLostMailbox = visitor.post('/user/lost-mailbox', {
  id: 'reportLostMailbox',
  summary: 'Ask the administrators for help with a mailbox that you cannot read any more',
  json: lostMailboxSchema,
  ok: doneResponse,
  errors: [...emailCodes, ...nameCodes, 'request.too_many'],
  limits: [{ description: 'Reports per address', ...LOST_MAILBOXES.address }],
});

export const sendPasswordCode = visitor.post('/user/password/code', {
  id: 'sendPasswordCode',
  summary: 'Send a code to set a forgotten password',
  description: 'The response is the same whether or not an account has this e-mail.',
  json: passwordCodeSchema,
  responses: { 200: { description: 'Sent if such an account exists', schema: doneResponse } },
  errors: [...emailCodes, ...tooOften],
  limits: sendLimits,
});

export const resetPassword = visitor.post('/user/password/reset', {
  id: 'resetPassword',
  summary: 'Set a forgotten password with a code',
  description:
    'Confirms the e-mail address of the account and ends all of its sessions, without signing in. If the address was not confirmed before, the phone number of the profile is removed, unless seats were paid for with it. A code is valid only from the network that requested it.',
  json: passwordResetSchema,
  responses: { 200: { description: 'The password was set', schema: passwordSetResponse } },
  errors: [...emailCodes, ...newPasswordCodes, 'otp.shape', 'otp.invalid', ...tooManyTries, 'auth.too_many_attempts'],
  limits: [...tryLimits, newPasswordLimit],
});

export const confirmPassword = sponsor.post('/user/password/confirm', {
  id: 'confirmPassword',
  summary: 'Enter your password again in this session',
  json: passwordConfirmationSchema,
  ok: doneResponse,
  errors: ['auth.field_required', 'auth.too_long', 'auth.password_wrong', 'auth.too_many_attempts'],
});

export const changePassword = sponsor.post('/user/password/change', {
  id: 'changePassword',
  summary: 'Change your password',
  json: passwordChangeSchema,
  ok: doneResponse,
  errors: [
    'auth.field_required',
    'auth.too_long',
    ...newPasswordCodes,
    'auth.password_wrong',
    'auth.too_many_attempts',
  ],
});

export const sendNewEmailCode = sponsor.post('/user/email/code', {
  id: 'sendNewEmailCode',
  summary: 'Send a code to the e-mail address that your account is to have',
  json: newEmailSchema,
  ok: doneResponse,
  errors: [...emailCodes, 'auth.confirm_password', ...tooOften, 'otp.send_failed'],
});

export const changeEmail = sponsor.post('/user/email/change', {
  id: 'changeEmail',
  summary: 'Change your e-mail address with its code',
  json: emailChangeSchema,
  ok: doneResponse,
  errors: [...emailCodes, 'otp.shape', 'otp.invalid', 'auth.confirm_password', 'auth.email_taken', ...tooManyTries],
});

export const listSessions = sponsor.get('/user/sessions', {
  id: 'listSessions',
  summary: 'List your live sessions',
  ok: sessionsSchema.meta({ id: 'Sessions' }),
});

export const endOtherSessions = sponsor.delete('/user/sessions', {
  id: 'endOtherSessions',
  summary: 'End all of your sessions but the one of the request',
  ok: endedSchema,
  errors: ['auth.confirm_password'],
});

export const endOwnSession = sponsor.delete('/user/sessions/{sessionId}', {
  id: 'endOwnSession',
  summary: 'End one of your sessions',
  params: z.object({ sessionId: idSchema('auth.session_unknown') }),
  ok: successResponse,
  errors: ['auth.confirm_password', 'auth.session_unknown'],
});

export const readOwnData = sponsor.get('/user/account/data', {
  id: 'readOwnData',
  summary: 'Download your own data',
  ok: ownDataSchema.meta({ id: 'OwnData' }),
  errors: ['auth.confirm_password', 'request.too_many'],
});

export const deleteAccount = sponsor.post('/user/account/delete', {
  id: 'deleteAccount',
  summary: 'Delete your account',
  minRole: 'owner',
  json: accountDeletionSchema,
  ok: doneResponse,
  errors: [
    'auth.field_required',
    'auth.too_long',
    'auth.password_wrong',
    'account.people',
    'account.held',
    'account.paying',
    'account.unpaid',
    'account.refund',
    'account.request',
    'auth.too_many_attempts',
  ],
});

export const readProfile = owner.get('/user/profile/{userId}', {
  id: 'readProfile',
  summary: 'Read your own profile',
  description: 'Any other id is refused in the same way, whether or not it exists.',
  params: userIdParams,
  responses: { 200: { description: 'The profile', schema: profile } },
});

export const updateProfile = owner.put('/user/profile/update/{userId}', {
  id: 'updateProfile',
  summary: 'Change your own profile',
  description: `An e-mail is accepted and ignored. Changing the phone number needs a password entered in the last ${RECENT_PASSWORD_SECONDS / 60} minutes, by signing in or by POST /api/user/password/confirm.`,
  params: userIdParams,
  json: profileUpdateSchema,
  responses: { 200: { description: 'The updated profile', schema: profile } },
  errors: ['auth.field_required', 'auth.too_long', ...nameCodes, 'auth.confirm_password'],
});
