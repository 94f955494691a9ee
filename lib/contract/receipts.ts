import { unmatchedReceiptSchema } from '@/lib/admin/adoptions/schema';
import {
  findAdoptionSchema,
  proposalsResponse,
  receiptAdoptionResponse,
  receiptRecordedSchema,
  statementQuerySchema,
} from '@/lib/admin/receipts/schema';
import { MAX_BODY_BYTES, MAX_STATEMENT_BYTES } from '@/lib/core/limits';
import { XLSX_TYPE } from '@/lib/spreadsheet/schema';
import { defineEndpoint } from './endpoint';

const ofAdministrators = { tag: 'Administration', access: 'administrator' } as const;
const adoption = receiptAdoptionResponse.meta({ id: 'ReceiptAdoption' });

export const recordReceipt = defineEndpoint({
  ...ofAdministrators,
  id: 'recordReceipt',
  method: 'POST',
  path: '/admin/receipts',
  summary: 'Record money that belongs to no adoption yet',
  description:
    'The action `match_receipt` of an adoption assigns it; it counts once a second administrator confirms it.',
  body: { kind: 'json', schema: unmatchedReceiptSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Recorded', schema: receiptRecordedSchema } },
  errors: {
    400: {
      codes: [
        'adoption.amount_invalid',
        'adoption.reference_invalid',
        'adoption.reason_required',
        'adoption.payer_required',
        'adoption.text_too_long',
        'adoption.date_invalid',
        'adoption.date_in_future',
      ],
    },
    409: { codes: ['adoption.reference_used'] },
  },
});

export const findAdoption = defineEndpoint({
  ...ofAdministrators,
  id: 'findAdoption',
  method: 'GET',
  path: '/admin/receipts',
  summary: 'Find the adoption that a receipt is for, by its reference',
  description:
    'The reference may be in lower case and without hyphens. Adoptions whose contact was not verified are not found.',
  query: findAdoptionSchema,
  responses: { 200: { description: 'The adoption', schema: adoption } },
  errors: { 404: { codes: ['adoption.not_found'] } },
});

/** Reading may wait for other files. */
const STATEMENT_MS = 60_000;

export const readBankStatement = defineEndpoint({
  ...ofAdministrators,
  id: 'readBankStatement',
  method: 'POST',
  path: '/admin/bank-statement',
  summary: 'Propose an adoption for each credit of this bank statement',
  description:
    'The body is the raw file. Nothing is written: a person records each credit by the action `record_receipt` of its adoption, or as money without an adoption.',
  query: statementQuerySchema,
  body: { kind: 'file', media: ['text/csv', XLSX_TYPE], maxBytes: MAX_STATEMENT_BYTES },
  deadlineMs: STATEMENT_MS,
  responses: { 200: { description: 'The proposals', schema: proposalsResponse } },
  errors: { 400: { codes: ['catalogue.file_unusable'] }, 503: { codes: ['catalogue.busy'] } },
});
