import { z } from 'zod';
import { EVERY_ROLE, FINANCE_ROLES } from '@/lib/admin/accounts/roles';
import { creditSchema, unmatchedActionSchema } from '@/lib/admin/adoptions/schema';
import {
  adoptionsResponse,
  findAdoptionsSchema,
  proposalsResponse,
  creditRecordedSchema,
  statementQuerySchema,
} from '@/lib/admin/receipts/schema';
import { idSchema } from '@/lib/core/id-schema';
import { MAX_BODY_BYTES, MAX_STATEMENT_BYTES } from '@/lib/core/limits';
import { XLSX_TYPE } from '@/lib/spreadsheet/schema';
import { defineEndpoint } from './endpoint';
import { receiptCodes } from './schema';

const ofAdministrators = { tag: 'Administration', access: 'administrator' } as const;

const partDetails = z
  .object({ field: z.string().describe('The part that the error is about, such as `parts.0`') })
  .partial();

export const recordReceipt = defineEndpoint({
  ...ofAdministrators,
  id: 'recordReceipt',
  roles: FINANCE_ROLES,
  confirmed: true,
  method: 'POST',
  path: '/admin/receipts',
  summary: 'Record a credit of the bank account, divided over adoptions',
  description:
    'What `parts` leave belongs to no adoption yet; the action `match_receipt` of an adoption assigns it. Each part counts once a second administrator confirms it. All of it is recorded, or nothing.',
  body: { kind: 'json', schema: creditSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Recorded', schema: creditRecordedSchema } },
  errors: {
    400: { codes: [...receiptCodes, 'adoption.parts_invalid'], details: partDetails },
    404: { codes: ['adoption.not_found'], details: partDetails },
    409: { codes: ['adoption.reference_used', 'adoption.changed', 'adoption.not_verified'], details: partDetails },
  },
});

export const rejectReceipt = defineEndpoint({
  ...ofAdministrators,
  id: 'rejectReceipt',
  roles: FINANCE_ROLES,
  confirmed: true,
  method: 'POST',
  path: '/admin/receipts/{receiptId}',
  summary: 'Reject a receipt that belongs to no adoption',
  description:
    'For an entry that was a mistake; its bank reference can be recorded again. A receipt of an adoption is rejected by the action `reject_receipt` of the adoption.',
  params: z.object({ receiptId: idSchema('receipt.not_found') }),
  body: { kind: 'json', schema: unmatchedActionSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Rejected', schema: z.object({ success: z.literal(true) }) } },
  errors: {
    400: { codes: ['adoption.reason_required', 'adoption.text_too_long'] },
    404: { codes: ['receipt.not_found'] },
    409: { codes: ['receipt.gone'] },
  },
});

export const findAdoptions = defineEndpoint({
  ...ofAdministrators,
  id: 'findAdoptions',
  roles: EVERY_ROLE,
  method: 'GET',
  path: '/admin/receipts',
  summary: 'Find the adoptions that a receipt can be for',
  description:
    'By the reference, which may be in lower case and without hyphens, or by a part of it or of the name of the company; the first ten. Adoptions whose contact was not verified are not found.',
  query: findAdoptionsSchema,
  responses: { 200: { description: 'The adoptions', schema: adoptionsResponse } },
});

/** Reading may wait for other files. */
const STATEMENT_MS = 60_000;

export const readBankStatement = defineEndpoint({
  ...ofAdministrators,
  id: 'readBankStatement',
  roles: FINANCE_ROLES,
  method: 'POST',
  path: '/admin/bank-statement',
  summary: 'Propose an adoption for each credit of this bank statement',
  description:
    'The body is the raw file. The response says how it was read, and `columns` corrects it and is remembered for this account and these titles. No money is recorded: a person records each credit by `recordReceipt`.',
  query: statementQuerySchema,
  body: { kind: 'file', media: ['text/csv', XLSX_TYPE], maxBytes: MAX_STATEMENT_BYTES },
  deadlineMs: STATEMENT_MS,
  responses: { 200: { description: 'The proposals', schema: proposalsResponse } },
  errors: { 400: { codes: ['catalogue.file_unusable'] }, 503: { codes: ['catalogue.busy'] } },
});
