import { z } from 'zod';
import {
  LOGIN_FAILURES,
  loginAnswerSchema,
  loginSchema,
  profileSchema,
  profileUpdateSchema,
  REGISTRATIONS,
  registrationSchema,
} from '@/lib/identity/schema';
import { defineCall, failureLimits, MAX_BODY_BYTES } from './call';
import { doneAnswer, nameCodes, userIdParams } from './schema';

const profile = profileSchema.extend({ adopted_students: z.int().min(0) }).meta({ id: 'Profile' });

export const login = defineCall({
  id: 'login',
  method: 'POST',
  path: '/user/login',
  tag: 'Account',
  summary: 'Sign in as a sponsor',
  description:
    'Answers the bearer token of a session of 12 hours, and a cookie that renders the pages of the dashboard and opens no call.',
  access: 'anyone',
  body: { kind: 'json', schema: loginSchema, maxBytes: MAX_BODY_BYTES },
  answers: { 200: { says: 'Signed in', schema: loginAnswerSchema } },
  refusals: {
    400: { codes: ['auth.field_required', 'auth.email_invalid', 'auth.too_long'] },
    401: { codes: ['auth.invalid_credentials'] },
    429: { codes: ['auth.too_many_attempts'] },
  },
  limits: failureLimits(LOGIN_FAILURES),
});

export const logout = defineCall({
  id: 'logout',
  method: 'POST',
  path: '/user/logout',
  tag: 'Account',
  summary: 'End the session of the bearer token, its cookie included',
  access: 'sponsor',
  answers: { 200: { says: 'Signed out', schema: z.object({ success: z.literal(true) }) } },
});

export const register = defineCall({
  id: 'register',
  method: 'POST',
  path: '/user/register',
  tag: 'Account',
  summary: 'Open an account; it opens no session',
  access: 'anyone',
  body: { kind: 'json', schema: registrationSchema, maxBytes: MAX_BODY_BYTES },
  answers: { 201: { says: 'The account is open', schema: doneAnswer } },
  refusals: {
    400: { codes: ['auth.field_required', 'auth.email_invalid', 'auth.too_long', 'auth.password_short', ...nameCodes] },
    409: { codes: ['auth.email_taken'] },
    429: { codes: ['request.too_many'] },
  },
  limits: [{ says: 'Registrations from one address', ...REGISTRATIONS }],
});

export const readProfile = defineCall({
  id: 'readProfile',
  method: 'GET',
  path: '/user/profile/{userId}',
  tag: 'Account',
  summary: 'The own profile',
  description: 'The id of anybody else is refused in the same way, whether it exists or not.',
  access: 'owner',
  params: userIdParams,
  answers: { 200: { says: 'The profile', schema: profile } },
});

export const updateProfile = defineCall({
  id: 'updateProfile',
  method: 'PUT',
  path: '/user/profile/update/{userId}',
  tag: 'Account',
  summary: 'Change the own profile',
  description: 'An e-mail may be sent and is not changed.',
  access: 'owner',
  params: userIdParams,
  body: { kind: 'json', schema: profileUpdateSchema, maxBytes: MAX_BODY_BYTES },
  answers: { 200: { says: 'The profile as it is now', schema: profile } },
  refusals: { 400: { codes: ['auth.field_required', 'auth.too_long', ...nameCodes] } },
});
