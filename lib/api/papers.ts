import { z } from 'zod';
import { EVERY_ROLE, FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { idSchema } from '@/lib/platform/id-schema';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import { LOCALES } from '@/lib/platform/i18n/locale';
import {
  financialYearSchema,
  issuedPaperSchema,
  paperDetailsSchema,
  paperKind,
  savedDetailsSchema,
  statementYearsSchema,
} from '@/lib/documents/papers/schema';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';
import { admin, area } from './endpoint';
import { companyCodes } from './schema';

const holder = area({ tag: 'Documents', access: 'holder', minRole: 'adopt' });
const sponsor = area({ tag: 'Documents', access: 'sponsor', minRole: 'view' });

const PDF = 'application/pdf';
const id = idSchema('document.not_found');
const notFound = 'document.not_found';
const busy = 'document.busy';
const tooMany = 'request.too_many';
const detailsErrors = [...companyCodes, notFound, tooMany] as const;

export const readOwnPaper = holder.get('/billing/{billingId}/papers/{paperId}', {
  id: 'readOwnPaper',
  summary: 'Download an issued paper of your own adoption',
  minRole: 'view',
  deadlineMs: DOCUMENT_MS,
  params: z.object({ billingId: id, paperId: id }),
  responses: { 200: { media: PDF } },
  errors: [notFound, tooMany, busy],
});

export const issueOwnPaper = holder.post('/billing/{billingId}/papers', {
  id: 'issueOwnPaper',
  summary: 'Issue the proforma invoice of your own pledge',
  params: z.object({ billingId: id }),
  json: z.strictObject({ kind: z.literal('proforma'), details: paperDetailsSchema.optional() }),
  ok: issuedPaperSchema,
  errors: detailsErrors,
});

export const saveOwnPaperDetails = holder.post('/billing/{billingId}/paper-details', {
  id: 'saveOwnPaperDetails',
  summary: 'Say what the papers of your own adoption should show',
  params: z.object({ billingId: id }),
  json: paperDetailsSchema,
  ok: savedDetailsSchema,
  errors: detailsErrors,
});

const ownStatement = {
  deadlineMs: DOCUMENT_MS,
  errors: [notFound, tooMany, busy],
  params: z.object({ year: financialYearSchema }),
} as const;

export const readOwnStatement = sponsor.get('/user/statements/{year}', {
  id: 'readOwnStatement',
  summary: 'Download your annual statement as PDF',
  ...ownStatement,
  responses: { 200: { media: PDF } },
});

export const readOwnStatementSheet = sponsor.get('/user/statements/{year}/spreadsheet', {
  id: 'readOwnStatementSheet',
  summary: 'Download your annual statement as a spreadsheet',
  ...ownStatement,
  responses: { 200: { media: XLSX_TYPE } },
});

export const listStatements = admin.get('/admin/users/{userId}/statements', {
  id: 'listStatements',
  summary: 'List the financial years for which a sponsor has an annual statement',
  roles: EVERY_ROLE,
  params: z.object({ userId: id }),
  ok: statementYearsSchema,
  errors: [notFound],
});

const statement = {
  deadlineMs: DOCUMENT_MS,
  errors: [notFound, busy],
  params: z.object({ userId: id, year: financialYearSchema }),
  roles: EVERY_ROLE,
} as const;

export const readStatement = admin.get('/admin/users/{userId}/statements/{year}', {
  id: 'readStatement',
  summary: 'Download the annual statement of a sponsor as PDF',
  ...statement,
  responses: { 200: { media: PDF } },
});

export const readStatementSheet = admin.get('/admin/users/{userId}/statements/{year}/spreadsheet', {
  id: 'readStatementSheet',
  summary: 'Download the annual statement of a sponsor as a spreadsheet',
  ...statement,
  responses: { 200: { media: XLSX_TYPE } },
});

export const readPaper = admin.get('/admin/papers/{paperId}', {
  id: 'readPaper',
  summary: 'Download an issued paper as PDF',
  roles: EVERY_ROLE,
  deadlineMs: DOCUMENT_MS,
  params: z.object({ paperId: id }),
  query: z.object({ locale: z.enum(LOCALES).optional() }),
  responses: { 200: { media: PDF } },
  errors: [notFound, busy],
});

export const issuePaper = admin.post('/admin/billings/{reference}/papers', {
  id: 'issuePaper',
  summary: 'Issue a paper of an adoption',
  roles: FINANCE_ROLES,
  params: z.object({ reference: z.string().regex(/^[A-Z0-9-]{1,40}$/, { error: 'document.not_found' }) }),
  json: z.strictObject({ kind: paperKind.exclude(['certificate']), source: idSchema().optional() }),
  ok: issuedPaperSchema,
  errors: [notFound],
});
