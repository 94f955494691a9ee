import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { financialYearSchema } from '@/lib/documents/papers/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';
import { admin, area } from './endpoint';
import { successResponse } from './schema';

/*
 * The end of a financial year: of all adoptions of a signed-in sponsor (/user), of the adoption that a guest opened (/billing), and
 * of an auditor with a link.
 */

const sponsor = area({ tag: 'Documents', access: 'sponsor', minRole: 'view' });
const holder = area({ tag: 'Documents', access: 'holder', minRole: 'view' });
const anyone = area({ tag: 'Documents', access: 'anyone' });

const PDF = { responses: { 200: { media: 'application/pdf' } } } as const;
const SHEET = { responses: { 200: { media: XLSX_TYPE } } } as const;

const paper = {
  deadlineMs: DOCUMENT_MS,
  errors: ['document.not_found', 'request.too_many', 'document.busy'],
} as const;

const year = { year: financialYearSchema };
const billingId = { billingId: idSchema('document.not_found') };
const link = { linkId: idSchema('auditor.not_found') };

const linkResponse = z.object({
  url: z.url().describe('The link. Whoever has it can read the year'),
  expires_at: z.iso.datetime().describe('When the link ends; ISO 8601, UTC'),
});

export const readUse = sponsor.get('/user/year-end/{year}/statement', {
  id: 'readUse',
  summary: 'Download your statement of use as PDF',
  ...paper,
  ...PDF,
  params: z.object(year),
});

export const readUseSheet = sponsor.get('/user/year-end/{year}/spreadsheet', {
  id: 'readUseSheet',
  summary: 'Download your statement of use as a spreadsheet',
  ...paper,
  ...SHEET,
  params: z.object(year),
});

export const readSupportPack = sponsor.get('/user/year-end/{year}/support-pack', {
  id: 'readSupportPack',
  summary: 'Download the facts of a financial year for your CSR report as a spreadsheet',
  ...paper,
  ...SHEET,
  params: z.object(year),
});

export const makeAuditorLink = sponsor.post('/user/year-end/{year}/auditor-links', {
  id: 'makeAuditorLink',
  summary: 'Make a link with which an auditor reads a financial year',
  minRole: 'pay',
  params: z.object(year),
  responses: { 201: { schema: linkResponse } },
  errors: ['document.not_found', 'auditor.too_many'],
});

export const revokeAuditorLink = sponsor.delete('/user/auditor-links/{linkId}', {
  id: 'revokeAuditorLink',
  summary: 'End a link of an auditor',
  minRole: 'pay',
  params: z.object(link),
  ok: successResponse,
  errors: ['auditor.not_found'],
});

export const readUseOfAdoption = holder.get('/billing/{billingId}/year-end/{year}/statement', {
  id: 'readUseOfAdoption',
  summary: 'Download the statement of use of the adoption that you opened as PDF',
  ...paper,
  ...PDF,
  params: z.object({ ...billingId, ...year }),
});

export const readUseSheetOfAdoption = holder.get('/billing/{billingId}/year-end/{year}/spreadsheet', {
  id: 'readUseSheetOfAdoption',
  summary: 'Download the statement of use of the adoption that you opened as a spreadsheet',
  ...paper,
  ...SHEET,
  params: z.object({ ...billingId, ...year }),
});

export const readSupportPackOfAdoption = holder.get('/billing/{billingId}/year-end/{year}/support-pack', {
  id: 'readSupportPackOfAdoption',
  summary:
    'Download the facts of a financial year of the adoption that you opened for your CSR report as a spreadsheet',
  ...paper,
  ...SHEET,
  params: z.object({ ...billingId, ...year }),
});

export const makeAuditorLinkOfAdoption = holder.post('/billing/{billingId}/year-end/{year}/auditor-links', {
  id: 'makeAuditorLinkOfAdoption',
  summary: 'Make a link with which an auditor reads a financial year of the adoption that you opened',
  minRole: 'pay',
  params: z.object({ ...billingId, ...year }),
  responses: { 201: { schema: linkResponse } },
  errors: ['document.not_found', 'auditor.too_many'],
});

export const revokeAuditorLinkOfAdoption = holder.delete('/billing/{billingId}/auditor-links/{linkId}', {
  id: 'revokeAuditorLinkOfAdoption',
  summary: 'End a link of an auditor to the adoption that you opened',
  minRole: 'pay',
  params: z.object({ ...billingId, ...link }),
  ok: successResponse,
  errors: ['document.not_found', 'auditor.not_found'],
});

const token = z.object({ token: z.string().describe('The last part of the link') });

export const readUseAsAuditor = anyone.get('/auditor/{token}/statement', {
  id: 'readUseAsAuditor',
  summary: 'Download the statement of use that a link shows as PDF',
  ...paper,
  ...PDF,
  params: token,
  errors: ['auditor.not_found', ...paper.errors],
});

export const readUseSheetAsAuditor = anyone.get('/auditor/{token}/spreadsheet', {
  id: 'readUseSheetAsAuditor',
  summary: 'Download the statement of use that a link shows as a spreadsheet',
  ...paper,
  ...SHEET,
  params: token,
  errors: ['auditor.not_found', ...paper.errors],
});

export const readDonors = admin.get('/admin/donors/{year}', {
  id: 'readDonors',
  summary: 'Download the donors of a financial year, as form 10BD asks for them, as a spreadsheet',
  roles: FINANCE_ROLES,
  deadlineMs: DOCUMENT_MS,
  params: z.object(year),
  ...SHEET,
  errors: ['document.not_found'],
});
