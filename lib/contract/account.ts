import { z } from 'zod';
import { LOGIN_FAILURES, MAX_BODY_BYTES, REGISTRATIONS } from '@/lib/core/limits';
import {
  loginResponseSchema,
  loginSchema,
  profileSchema,
  profileUpdateSchema,
  registrationSchema,
} from '@/lib/identity/schema';
import { defineEndpoint, failureLimits } from './endpoint';
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
    400: { codes: ['auth.field_required', 'auth.email_invalid', 'auth.too_long', 'auth.password_short', ...nameCodes] },
    409: { codes: ['auth.email_taken'] },
    429: { codes: ['request.too_many'] },
  },
  limits: [{ description: 'Registrations per address', ...REGISTRATIONS }],
});

export const readProfile = defineEndpoint({
  id: 'readProfile',
  method: 'GET',
  path: '/user/profile/{userId}',
  tag: 'Account',
  summary: 'Read your own profile',
  description: 'Any other id is refused in the same way, whether or not it exists.',
  access: 'owner',
  params: userIdParams,
  responses: { 200: { description: 'The profile', schema: profile } },
});

export const updateProfile = defineEndpoint({
  id: 'updateProfile',
  method: 'PUT',
  path: '/user/profile/update/{userId}',
  tag: 'Account',
  summary: 'Change your own profile',
  description: 'An e-mail is accepted and ignored.',
  access: 'owner',
  params: userIdParams,
  body: { kind: 'json', schema: profileUpdateSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'The updated profile', schema: profile } },
  errors: { 400: { codes: ['auth.field_required', 'auth.too_long', ...nameCodes] } },
});
