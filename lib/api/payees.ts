import { z } from 'zod';
import { FINANCE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import {
  bankFileActionSchema,
  bankFileMadeSchema,
  newBankFileSchema,
  ofBankFile,
  paidSchema,
  payableSchema,
  paymentResultsSchema,
} from '@/lib/admin/bank-files/schema';
import { accountDecisionSchema, accountSchema, toldAccountSchema } from '@/lib/payees/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin, area, office } from './endpoint';
import { reasonCodes } from './schema';

const holder = area({ tag: 'Adoption', access: 'holder', minRole: 'pay' });
const accountCodes = ['payee.holder_invalid', 'payee.number_invalid', 'payee.ifsc_invalid'] as const;
const FINANCE = { roles: FINANCE_ROLES, confirmed: true } as const;
/** Each payment takes some milliseconds. */
const MANY_MS = 60_000;

export const stateOfficeAccount = office.put('/office/institutes/{instituteId}/account', {
  id: 'stateOfficeAccount',
  summary: 'State the bank account of an institute of the own office',
  roles: HEAD_ROLES,
  confirmed: true,
  params: z.object({ instituteId: idSchema('institute.not_found') }),
  json: accountSchema,
  ok: doneSchema,
  errors: [...accountCodes, 'institute.not_found'],
});

export const stateSponsorAccount = holder.put('/billing/{billingId}/account', {
  id: 'stateSponsorAccount',
  summary: 'State the bank account to which money of your own adoption is paid back',
  params: z.object({ billingId: idSchema('own_adoption.not_found') }),
  json: accountSchema,
  ok: doneSchema,
  errors: [...accountCodes, 'own_adoption.not_found', 'payee.nothing_due', 'request.too_many'],
});

export const stateToldAccount = admin.put('/admin/payee-accounts', {
  id: 'stateToldAccount',
  summary: 'Enter the bank account that an institute or a sponsor has told',
  ...FINANCE,
  json: toldAccountSchema,
  ok: doneSchema,
  errors: [...accountCodes, 'institute.not_found', 'adoption.not_found'],
});

export const decideAccount = admin.post('/admin/payee-accounts/{accountId}', {
  id: 'decideAccount',
  summary: 'Confirm or reject a bank account that waits',
  ...FINANCE,
  params: z.object({ accountId: idSchema('payee.not_found') }),
  json: accountDecisionSchema,
  ok: z.object({ success: z.literal(true), alone: z.boolean() }),
  errors: [...reasonCodes, 'payee.not_found', 'payee.changed', 'adoption.second_admin'],
});

export const readPayable = admin.get('/admin/bank-files', {
  id: 'readPayable',
  summary: 'Read whom a file for the bank can pay now',
  roles: FINANCE_ROLES,
  ok: payableSchema,
});

export const prepareBankFile = admin.post('/admin/bank-files', {
  id: 'prepareBankFile',
  summary: 'Prepare a file for the bank, which a second administrator confirms',
  ...FINANCE,
  json: newBankFileSchema,
  deadlineMs: MANY_MS,
  ok: bankFileMadeSchema,
  errors: [
    'adoption.date_invalid',
    'adoption.date_in_past',
    'bank_file.nothing',
    'bank_file.nothing_due',
    'bank_file.too_many',
    'institute.not_found',
    'payee.no_account',
    'adoption.not_found',
    'adoption.not_verified',
    'funds.above_received',
    'funds.line_unknown',
    'adoption.reference_used',
  ],
});

export const enterPaid = admin.post('/admin/bank-payments', {
  id: 'enterPaid',
  summary: 'Enter what the bank paid of its files, each payment by itself',
  ...FINANCE,
  json: paidSchema,
  maxBytes: 128 * 1024,
  deadlineMs: MANY_MS,
  ok: paymentResultsSchema,
  errors: [...reasonCodes, 'adoption.date_invalid', 'adoption.reference_invalid'],
});

export const actOnBankFile = admin.post('/admin/bank-files/{number}', {
  id: 'actOnBankFile',
  summary: 'Confirm the payments of a file for the bank, or take back those that the bank has not made',
  ...FINANCE,
  params: ofBankFile,
  json: bankFileActionSchema,
  deadlineMs: MANY_MS,
  ok: paymentResultsSchema,
  errors: [...reasonCodes, 'bank_file.not_found', 'bank_file.changed'],
});

export const downloadBankFile = admin.get('/admin/bank-files/{number}', {
  id: 'downloadBankFile',
  summary: 'Download a file for the bank: its confirmed payments',
  ...FINANCE,
  params: ofBankFile,
  responses: { 200: { media: 'text/csv' } },
  errors: ['bank_file.not_found'],
});
