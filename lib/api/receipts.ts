import { z } from 'zod';
import { EVERY_ROLE, FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { creditSchema, unmatchedActionSchema } from '@/lib/admin/adoptions/schema';
import {
  adoptionsResponse,
  confirmationsSchema,
  creditsSchema,
  manyReceiptsSchema,
  findAdoptionsSchema,
  proposalsResponse,
  creditRecordedSchema,
  statementQuerySchema,
} from '@/lib/admin/receipts/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_RECEIPTS, MAX_STATEMENT_BYTES } from '@/lib/platform/limits';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';
import { admin } from './endpoint';
import { receiptCodes, successResponse, reasonCodes } from './schema';

const partDetails = z
  .object({ field: z.string().describe('The part that the error is about, such as `parts.0`') })
  .partial();

export const recordReceipt = admin.post('/admin/receipts', {
  id: 'recordReceipt',
  summary: 'Record a credit of the bank account, divided over adoptions',
  roles: FINANCE_ROLES,
  confirmed: true,
  json: creditSchema,
  ok: creditRecordedSchema,
  errors: [
    {
      codes: [
        ...receiptCodes,
        'adoption.parts_invalid',
        'adoption.not_found',
        'adoption.reference_used',
        'adoption.changed',
        'adoption.not_verified',
      ],
      details: partDetails,
    },
  ],
});

/** Each receipt takes some milliseconds, and in Hindi up to 4 kB. */
const MANY = { roles: FINANCE_ROLES, confirmed: true, deadlineMs: 60_000, maxBytes: MAX_RECEIPTS * 4 * 1024 } as const;

export const recordReceipts = admin.post('/admin/receipts/many', {
  id: 'recordReceipts',
  summary: 'Record many credits of the bank account, each by itself',
  ...MANY,
  json: creditsSchema,
  ok: manyReceiptsSchema,
  errors: [...receiptCodes, 'adoption.parts_invalid'],
});

export const confirmReceipts = admin.post('/admin/receipts/confirmations', {
  id: 'confirmReceipts',
  summary: 'Confirm many receipts that another administrator recorded, each by itself',
  ...MANY,
  json: confirmationsSchema,
  ok: manyReceiptsSchema,
  errors: [...reasonCodes, 'receipt.not_found'],
});

export const rejectReceipt = admin.post('/admin/receipts/{receiptId}', {
  id: 'rejectReceipt',
  summary: 'Reject a receipt that belongs to no adoption',
  roles: FINANCE_ROLES,
  confirmed: true,
  params: z.object({ receiptId: idSchema('receipt.not_found') }),
  json: unmatchedActionSchema,
  ok: successResponse,
  errors: [...reasonCodes, 'receipt.not_found', 'receipt.gone'],
});

export const findAdoptions = admin.get('/admin/receipts', {
  id: 'findAdoptions',
  summary: 'Find the adoptions that a receipt can be for',
  roles: EVERY_ROLE,
  query: findAdoptionsSchema,
  ok: adoptionsResponse,
});

/** Reading may wait for other files. */
const STATEMENT_MS = 60_000;

export const readBankStatement = admin.post('/admin/bank-statement', {
  id: 'readBankStatement',
  summary: 'Propose an adoption for each credit of this bank statement',
  roles: FINANCE_ROLES,
  query: statementQuerySchema,
  body: { kind: 'file', media: ['text/csv', XLSX_TYPE], maxBytes: MAX_STATEMENT_BYTES },
  deadlineMs: STATEMENT_MS,
  ok: proposalsResponse,
  errors: ['catalogue.file_unusable', 'catalogue.busy'],
});
