import { z } from 'zod';
import {
  accessCodeSentSchema,
  accessSchema,
  commitmentSchema,
  endRenewalSchema,
  showCompanySchema,
  instalmentsSchema,
  transferNoticeSchema,
  transferSchema,
} from '@/lib/adoption/core/page-schema';
import { idSchema } from '@/lib/platform/id-schema';
import { area } from './endpoint';
import { doneResponse, successResponse } from './schema';

const visitor = area({ tag: 'Adoption', access: 'anyone' });
const holder = area({ tag: 'Adoption', access: 'holder', minRole: 'adopt' });
const sponsor = area({ tag: 'Payment', access: 'sponsor', minRole: 'adopt' });

const ofReference = z.object({ reference: z.string() });
const ofBilling = z.object({ billingId: idSchema('own_adoption.not_found') });
const notFound = 'own_adoption.not_found';

export const sendAccessCode = visitor.post('/adoptions/{reference}/code', {
  id: 'sendAccessCode',
  summary: 'Guests: send a code that opens a public adoption',
  params: ofReference,
  ok: doneResponse.extend(accessCodeSentSchema.shape),
  errors: ['otp.too_soon', 'otp.too_many_sends'],
});

export const openAccess = visitor.post('/adoptions/{reference}/access', {
  id: 'openAccess',
  summary: 'Guests: open a public adoption with its code',
  params: ofReference,
  json: accessSchema,
  ok: doneResponse,
  errors: ['otp.shape', 'otp.invalid', 'otp.too_many_attempts', 'request.too_many'],
});

export const closeAccess = visitor.delete('/adoptions/{reference}/access', {
  id: 'closeAccess',
  summary: 'Guests: remove the cookie of an opened adoption',
  params: ofReference,
  ok: successResponse,
});

export const showCompany = holder.post('/billing/{billingId}/company', {
  id: 'showCompany',
  summary: "Allow the institutes' public pages to name your company, or withdraw that",
  params: ofBilling,
  json: showCompanySchema,
  ok: doneResponse,
  errors: [notFound, 'request.too_many'],
});

export const commit = holder.post('/billing/{billingId}/commitment', {
  id: 'commit',
  summary: 'Say that you want to support the places for the whole course, or withdraw that',
  params: ofBilling,
  json: commitmentSchema,
  ok: doneResponse,
  errors: [notFound, 'request.too_many'],
});

/** Renewing is the ordinary way through cart, code and payment. */
export const endRenewal = holder.post('/billing/{billingId}/renewal', {
  id: 'endRenewal',
  summary: 'Give back the seats that you do not renew',
  params: ofBilling,
  json: endRenewalSchema,
  ok: doneResponse,
  errors: [notFound, 'renewal.ended'],
});

/** Administrators look for the transfer; no money counts before they have found it. Saying it again corrects it. */
export const tellTransfer = holder.post('/billing/{billingId}/transfer-notice', {
  id: 'tellTransfer',
  summary: 'Say that you have transferred money for your own pledge',
  params: ofBilling,
  json: transferNoticeSchema,
  ok: doneResponse,
  errors: [
    {
      codes: [
        'adoption.reference_invalid',
        'adoption.amount_invalid',
        'own_adoption.tds_invalid',
        'adoption.tds_range',
        'adoption.date_invalid',
        'adoption.date_in_future',
        'adoption.text_too_long',
      ],
      details: z.object({ field: z.string().describe('The property of the body that the error is about') }),
    },
    notFound,
    'own_adoption.nothing_to_pay',
    'request.too_many',
  ],
});

export const chooseInstalments = holder.post('/billing/{billingId}/instalments', {
  id: 'chooseInstalments',
  summary: 'Choose in how many monthly parts to pay your own pledge',
  params: ofBilling,
  json: instalmentsSchema,
  ok: doneResponse,
  errors: ['own_adoption.instalments_range', notFound, 'own_adoption.instalments_late', 'request.too_many'],
});

export const chooseTransfer = sponsor.post('/billing/{billingId}/transfer', {
  id: 'chooseTransfer',
  summary: 'Pay for held seats by bank transfer',
  description:
    'The seats are adopted until the end of the term; without a payment they are then given back. Repeating it changes nothing. Refused while an online payment is being confirmed.',
  params: ofBilling,
  responses: {
    200: { description: 'The seats are adopted', schema: doneResponse.extend(transferSchema.shape) },
  },
  errors: [notFound, 'payment.pending', 'payment.hold_ended'],
});
