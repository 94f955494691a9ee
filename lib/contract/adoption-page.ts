import { z } from 'zod';
import {
  accessCodeSentSchema,
  accessSchema,
  changeRequestSchema,
  showCompanySchema,
  transferSchema,
} from '@/lib/adoption/page-schema';
import { idSchema } from '@/lib/core/id-schema';
import {
  ACCESS_SECONDS,
  CODE_TRIES,
  COMPANY_SHOWN,
  MAX_BODY_BYTES,
  MAX_SENDS_PER_ADDRESS,
  MAX_SENDS_PER_RECIPIENT,
  MAX_SENDS_TO_RECIPIENT,
  MAX_WRONG_PER_CODE,
  MAX_WRONG_PER_HOUR,
  OTP_SECONDS,
  RESEND_SECONDS,
} from '@/lib/core/limits';
import { defineEndpoint } from './endpoint';
import { doneResponse } from './schema';

const HOUR = 60 * 60;
const ofReference = z.object({ reference: z.string() });
const ofBilling = z.object({ billingId: idSchema('own_adoption.not_found') });
const notFound = { codes: ['own_adoption.not_found'] } as const;

export const sendAccessCode = defineEndpoint({
  id: 'sendAccessCode',
  method: 'POST',
  path: '/adoptions/{reference}/code',
  tag: 'Adoption',
  summary: 'Guests: send a code that opens a public adoption',
  description:
    'The code goes to the e-mail address of the adoption. The response is the same for an unknown reference, and for an adoption of the dashboard.',
  access: 'anyone',
  params: ofReference,
  responses: {
    200: {
      description: 'Sent if there is such an adoption',
      schema: doneResponse.extend(accessCodeSentSchema.shape),
    },
  },
  errors: { 429: { codes: ['otp.too_soon', 'otp.too_many_sends'] } },
  limits: [
    { description: 'Codes for one reference, per requesting network', points: 1, seconds: RESEND_SECONDS },
    {
      description: 'Codes for one reference, per requesting network',
      points: MAX_SENDS_PER_RECIPIENT,
      seconds: HOUR,
    },
    {
      description: 'Codes for one reference, and to one e-mail address, from all requesters',
      points: MAX_SENDS_TO_RECIPIENT,
      seconds: HOUR,
    },
    { description: 'Codes requested per address', points: MAX_SENDS_PER_ADDRESS, seconds: HOUR },
  ],
});

export const openAccess = defineEndpoint({
  id: 'openAccess',
  method: 'POST',
  path: '/adoptions/{reference}/access',
  tag: 'Adoption',
  summary: 'Guests: open a public adoption with its code',
  description: `Sets a cookie that renders the page of the adoption for ${ACCESS_SECONDS / 60} minutes; the page holds the bearer token for its API requests. A code is valid only from the network that requested it.`,
  access: 'anyone',
  params: ofReference,
  body: { kind: 'json', schema: accessSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Open', schema: doneResponse } },
  errors: {
    400: { codes: ['otp.shape', 'otp.invalid'] },
    429: { codes: ['otp.too_many_attempts', 'request.too_many'] },
  },
  limits: [
    { description: 'Wrong attempts per code', points: MAX_WRONG_PER_CODE, seconds: OTP_SECONDS },
    { description: 'Wrong attempts per reference and network', points: MAX_WRONG_PER_HOUR, seconds: HOUR },
    { description: 'Attempts per address', ...CODE_TRIES },
  ],
});

export const closeAccess = defineEndpoint({
  id: 'closeAccess',
  method: 'DELETE',
  path: '/adoptions/{reference}/access',
  tag: 'Adoption',
  summary: 'Guests: remove the cookie of an opened adoption',
  access: 'anyone',
  params: ofReference,
  responses: { 200: { description: 'Removed', schema: z.object({ success: z.literal(true) }) } },
});

export const requestChange = defineEndpoint({
  id: 'requestChange',
  method: 'POST',
  path: '/billing/{billingId}/requests',
  tag: 'Adoption',
  summary: 'Ask for a change of your own adoption',
  description: 'An administrator answers it; one request can be open at a time.',
  access: 'holder',
  leastRole: 'adopt',
  params: ofBilling,
  body: { kind: 'json', schema: changeRequestSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 201: { description: 'The request was recorded', schema: doneResponse } },
  errors: {
    400: { codes: ['own_adoption.request_empty', 'own_adoption.request_long'] },
    404: notFound,
    409: { codes: ['own_adoption.request_open'] },
  },
});

export const showCompany = defineEndpoint({
  id: 'showCompany',
  method: 'POST',
  path: '/billing/{billingId}/company',
  tag: 'Adoption',
  summary: "Allow the institutes' public pages to name your company, or withdraw that",
  description:
    'Off until it is allowed. The pages name the company with its adopted seats and the year, and only while the seats are adopted.',
  access: 'holder',
  leastRole: 'adopt',
  params: ofBilling,
  body: { kind: 'json', schema: showCompanySchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Recorded', schema: doneResponse } },
  errors: { 404: notFound, 429: { codes: ['request.too_many'] } },
  limits: [{ description: 'Times that an adoption allows it', ...COMPANY_SHOWN }],
});

export const chooseTransfer = defineEndpoint({
  id: 'chooseTransfer',
  method: 'POST',
  path: '/billing/{billingId}/transfer',
  tag: 'Payment',
  summary: 'Pay for held seats by bank transfer',
  description:
    'The seats are adopted until the end of the term; without a payment they are then given back. Repeating it changes nothing. Refused while an online payment is being confirmed.',
  access: 'sponsor',
  leastRole: 'adopt',
  params: ofBilling,
  responses: {
    200: { description: 'The seats are adopted', schema: doneResponse.extend(transferSchema.shape) },
  },
  errors: { 404: notFound, 409: { codes: ['payment.pending', 'payment.hold_ended'] } },
});
