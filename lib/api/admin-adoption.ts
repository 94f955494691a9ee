import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import {
  actionDoneSchema,
  adoptionActionSchema,
  extendedManySchema,
  extendManySchema,
} from '@/lib/admin/adoptions/schema';
import { eraseGuestSchema, guestErasureSchema } from '@/lib/operation/privacy/erase-guest-schema';
import { CODES_AGAIN } from '@/lib/platform/limits';
import { admin } from './endpoint';
import { nameCodes, reasonCodes, receiptCodes, successResponse } from './schema';

const ofReference = z.object({
  reference: z.string().regex(/^[A-Z0-9-]{1,40}$/, { error: 'adoption.not_found' }),
});

const notErasable = [
  'adoption.not_found',
  'guest.none',
  'guest.held',
  'guest.paying',
  'guest.unpaid',
  'guest.refund',
  'guest.request',
] as const;

export const checkErasure = admin.get('/admin/billings/{reference}/erasure', {
  id: 'checkErasure',
  summary: 'Read what the erasure of the guest of an adoption would do',
  roles: FINANCE_ROLES,
  params: ofReference,
  ok: guestErasureSchema,
  errors: [...notErasable],
});

export const eraseGuest = admin.post('/admin/billings/{reference}/erasure', {
  id: 'eraseGuest',
  summary: 'Erase the guest of an adoption, in all adoptions of the same person',
  roles: FINANCE_ROLES,
  confirmed: true,
  params: ofReference,
  json: eraseGuestSchema,
  ok: successResponse,
  errors: [...reasonCodes, ...notErasable, 'guest.changed'],
});

export const sendCodeAgain = admin.post('/admin/billings/{reference}/code', {
  id: 'sendCodeAgain',
  summary: 'Send another one-time code to the contact of an adoption that waits for one',
  roles: FINANCE_ROLES,
  params: ofReference,
  ok: successResponse,
  errors: ['adoption.not_found', 'otp.not_waiting', 'otp.send_failed', 'request.too_many'],
  limits: [{ description: 'Codes that administrators send again for one adoption', ...CODES_AGAIN }],
});

export const actOnBilling = admin.post('/admin/billings/{reference}', {
  id: 'actOnBilling',
  summary: 'Act on an adoption: record or confirm money, change its term, seats or sponsor',
  roles: FINANCE_ROLES,
  confirmed: true,
  params: ofReference,
  json: adoptionActionSchema,
  ok: actionDoneSchema,
  errors: [
    {
      codes: [
        ...receiptCodes,
        'adoption.date_in_past',
        'adoption.seats_range',
        'adoption.parts_range',
        'paper.cin_invalid',
        'paper.pan_invalid',
        'paper.gstin_invalid',
        'adoption.unchanged',
        'sponsor.name_required',
        'sponsor.name_short',
        'sponsor.company_required',
        'sponsor.email_required',
        'sponsor.email_invalid',
        'sponsor.phone_required',
        'sponsor.phone_invalid',
        'sponsor.too_long',
        ...nameCodes,
      ],
      details: z.object({ field: z.string().describe('The property of the body that the error is about') }),
    },
    'adoption.not_found',
    {
      codes: [
        'adoption.changed',
        'adoption.not_verified',
        'adoption.not_pledged',
        'adoption.not_adopted',
        'adoption.second_admin',
        'adoption.reference_used',
        'adoption.receipt_gone',
        'adoption.part_range',
        'adoption.receipt_waits',
        'adoption.request_gone',
        'adoption.request_open',
        'adoption.line_unknown',
        'adoption.none_left',
        'adoption.refund_range',
        'adoption.refund_gone',
      ],
      details: z.object({ field: z.string().describe('The property of the body that the error is about, if any') }),
    },
  ],
});

export const extendAdoptions = admin.post('/admin/extensions', {
  id: 'extendAdoptions',
  summary: 'Check what another last day of many adoptions would do, or extend them, each by itself',
  roles: FINANCE_ROLES,
  confirmed: true,
  deadlineMs: 60_000,
  json: extendManySchema,
  ok: extendedManySchema,
  errors: [
    ...reasonCodes,
    'adoption.not_found',
    'adoption.date_invalid',
    'adoption.date_in_past',
    'adoption.none_chosen',
    'adoption.too_many_chosen',
  ],
});
