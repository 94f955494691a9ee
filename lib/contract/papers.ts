import { z } from 'zod';
import { EVERY_ROLE, FINANCE_ROLES, OWNER_ROLES } from '@/lib/admin/accounts/roles';
import { idSchema } from '@/lib/core/id-schema';
import { DOCUMENT_MS, DOCUMENTS, MAX_BODY_BYTES, PAPER_DETAILS } from '@/lib/core/limits';
import { LOCALES } from '@/lib/i18n/locale';
import {
  financialYearSchema,
  issuedPaperSchema,
  PAPER_KINDS,
  paperDetailsSchema,
  savedDetailsSchema,
  statementYearsSchema,
} from '@/lib/paper/schema';
import {
  accountDecisionSchema,
  savedSettingsSchema,
  SETTINGS_GROUPS,
  settingsValueSchema,
} from '@/lib/settings/schema';
import { XLSX_TYPE } from '@/lib/spreadsheet/schema';
import { defineEndpoint } from './endpoint';

const PDF = 'application/pdf';
const id = idSchema('document.not_found');
const year = financialYearSchema.describe("A financial year, April to March, e.g. '2026-27'");
const notFound = { codes: ['document.not_found'] } as const;
const busy = { codes: ['document.busy'] } as const;
const tooMany = { codes: ['request.too_many'] } as const;
const limits = [{ description: 'Documents of any kind per address', ...DOCUMENTS }];

const issued = {
  200: { description: 'The paper that shows the present data', schema: issuedPaperSchema.meta({ id: 'Paper' }) },
};

const ofSponsors = { tag: 'Documents', access: 'sponsor', leastRole: 'view', limits } as const;
const ofAdministrators = { tag: 'Administration', access: 'administrator' } as const;

export const readOwnPaper = defineEndpoint({
  ...ofSponsors,
  access: 'holder',
  leastRole: 'view',
  id: 'readOwnPaper',
  method: 'GET',
  path: '/billing/{billingId}/papers/{paperId}',
  summary: 'Download an issued paper of your own adoption',
  description: 'A proforma invoice, receipt, credit note or cancellation as it was issued, in the accepted language.',
  deadlineMs: DOCUMENT_MS,
  params: z.object({ billingId: id, paperId: id }),
  responses: { 200: { description: 'The paper', media: PDF } },
  errors: { 404: notFound, 429: tooMany, 503: busy },
});

export const issueOwnPaper = defineEndpoint({
  ...ofSponsors,
  access: 'holder',
  leastRole: 'adopt',
  id: 'issueOwnPaper',
  method: 'POST',
  path: '/billing/{billingId}/papers',
  summary: 'Issue the proforma invoice of your own pledge',
  description:
    'Stores the details as saveOwnPaperDetails does, if given. If the newest proforma shows the present data, it is returned; otherwise a new one replaces it. The stored details again are no change.',
  limits: [...limits, { description: 'Changes of the details per adoption', ...PAPER_DETAILS }],
  params: z.object({ billingId: id }),
  body: {
    kind: 'json',
    schema: z.strictObject({ kind: z.literal('proforma'), details: paperDetailsSchema.optional() }),
    maxBytes: MAX_BODY_BYTES,
  },
  responses: issued,
  errors: {
    400: { codes: ['paper.pan_invalid'] },
    404: notFound,
    429: { codes: [...tooMany.codes, 'paper.too_many'] },
  },
});

export const saveOwnPaperDetails = defineEndpoint({
  ...ofSponsors,
  access: 'holder',
  leastRole: 'adopt',
  id: 'saveOwnPaperDetails',
  method: 'POST',
  path: '/billing/{billingId}/paper-details',
  summary: 'Say what the papers of your own adoption should show',
  description:
    'At any time. Valid papers that do not show the details are issued again with the next number and replace the former ones. The stored details again are no change.',
  limits: [...limits, { description: 'Changes of the details per adoption', ...PAPER_DETAILS }],
  params: z.object({ billingId: id }),
  body: { kind: 'json', schema: paperDetailsSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Stored', schema: savedDetailsSchema } },
  errors: {
    400: { codes: ['paper.pan_invalid'] },
    404: notFound,
    429: { codes: [...tooMany.codes, 'paper.too_many'] },
  },
});

const ofStatement = {
  method: 'GET',
  deadlineMs: DOCUMENT_MS,
  errors: { 404: notFound, 503: busy },
} as const;
const ofOwnStatement = {
  ...ofSponsors,
  ...ofStatement,
  params: z.object({ year }),
  errors: { ...ofStatement.errors, 429: tooMany },
} as const;

export const readOwnStatement = defineEndpoint({
  ...ofOwnStatement,
  id: 'readOwnStatement',
  path: '/user/statements/{year}',
  summary: 'Download your annual statement as PDF',
  description:
    'Money received from you and paid back in a financial year. Issues the statement, or a new one if something changed since.',
  responses: { 200: { description: 'The statement', media: PDF } },
});

export const readOwnStatementSheet = defineEndpoint({
  ...ofOwnStatement,
  id: 'readOwnStatementSheet',
  path: '/user/statements/{year}/spreadsheet',
  summary: 'Download your annual statement as a spreadsheet',
  description: 'The same statement as the PDF.',
  responses: { 200: { description: 'The statement', media: XLSX_TYPE } },
});

const userId = id.describe('Id of the sponsor');

export const listStatements = defineEndpoint({
  ...ofAdministrators,
  id: 'listStatements',
  roles: EVERY_ROLE,
  method: 'GET',
  path: '/admin/users/{userId}/statements',
  summary: 'List the financial years for which a sponsor has an annual statement',
  description: 'The years in which money of the sponsor moved, newest first; none for an unknown sponsor.',
  params: z.object({ userId }),
  responses: { 200: { description: 'The years', schema: statementYearsSchema } },
  errors: { 404: notFound },
});

const ofStatementOfUser = {
  ...ofAdministrators,
  ...ofStatement,
  params: z.object({ userId, year }),
} as const;

export const readStatement = defineEndpoint({
  ...ofStatementOfUser,
  id: 'readStatement',
  roles: EVERY_ROLE,
  path: '/admin/users/{userId}/statements/{year}',
  summary: 'Download the annual statement of a sponsor as PDF',
  description: 'Issues the statement, or a new one if something changed since, with an audit log entry.',
  responses: { 200: { description: 'The statement', media: PDF } },
});

export const readStatementSheet = defineEndpoint({
  ...ofStatementOfUser,
  id: 'readStatementSheet',
  roles: EVERY_ROLE,
  path: '/admin/users/{userId}/statements/{year}/spreadsheet',
  summary: 'Download the annual statement of a sponsor as a spreadsheet',
  description: 'The same statement as the PDF.',
  responses: { 200: { description: 'The statement', media: XLSX_TYPE } },
});

export const readPaper = defineEndpoint({
  ...ofAdministrators,
  id: 'readPaper',
  roles: EVERY_ROLE,
  method: 'GET',
  path: '/admin/papers/{paperId}',
  summary: 'Download an issued paper as PDF',
  deadlineMs: DOCUMENT_MS,
  params: z.object({ paperId: id }),
  query: z.object({ locale: z.enum(LOCALES).optional().describe('The language of the paper; English by default') }),
  responses: { 200: { description: 'The paper', media: PDF } },
  errors: { 404: notFound, 503: busy },
});

const source = idSchema().describe(
  'Of a receipt: id of the bank receipt or online payment; of a credit note: id of the refund; else absent',
);

export const issuePaper = defineEndpoint({
  ...ofAdministrators,
  id: 'issuePaper',
  roles: FINANCE_ROLES,
  method: 'POST',
  path: '/admin/billings/{reference}/papers',
  summary: 'Issue a paper of an adoption',
  description:
    'Numbered without gaps per series and financial year, with an audit log entry. If the newest paper shows the present data, it is returned; otherwise a new one replaces it.',
  params: z.object({ reference: z.string().regex(/^[A-Z0-9-]{1,40}$/, { error: 'document.not_found' }) }),
  body: {
    kind: 'json',
    schema: z.strictObject({ kind: z.enum(PAPER_KINDS), source: source.optional() }),
    maxBytes: MAX_BODY_BYTES,
  },
  responses: issued,
  errors: { 404: notFound },
});

export const saveSettings = defineEndpoint({
  ...ofAdministrators,
  id: 'saveSettings',
  roles: OWNER_ROLES,
  confirmed: true,
  method: 'PUT',
  path: '/admin/settings/{group}',
  summary: 'Save a group of settings',
  description:
    'All fields of the group; an absent one gets its default. Send the version that was read. Issued papers keep what they show. Another receiver or bank account waits for a second owner, if there is one and an account was set.',
  params: z.object({ group: z.enum(SETTINGS_GROUPS, { error: 'settings.unknown' }) }),
  body: {
    kind: 'json',
    schema: z.strictObject({
      version: z.string().min(1).max(64).nullable().describe('Null if the group was never saved'),
      value: settingsValueSchema,
    }),
    maxBytes: MAX_BODY_BYTES,
  },
  responses: { 200: { description: 'Saved', schema: savedSettingsSchema } },
  errors: {
    400: { codes: ['settings.too_nested'] },
    404: { codes: ['settings.unknown'] },
    409: { codes: ['settings.changed_meanwhile'] },
  },
});

export const decideAccountChange = defineEndpoint({
  ...ofAdministrators,
  id: 'decideAccountChange',
  roles: OWNER_ROLES,
  confirmed: true,
  method: 'POST',
  path: '/admin/account-change',
  summary: 'Confirm or discard a change of the bank account',
  description:
    'Until an owner other than the one who entered it confirms, papers print the account before. Whoever entered it confirms only if nobody else is an owner.',
  body: { kind: 'json', schema: accountDecisionSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 200: { description: 'Decided', schema: z.object({ success: z.literal(true) }) } },
  errors: { 409: { codes: ['settings.account_changed_meanwhile', 'settings.second_owner'] } },
});
