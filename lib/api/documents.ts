import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import { DOCUMENT_MS, DOCUMENTS, MAX_SELECTION_BYTES } from '@/lib/platform/limits';
import { generatePdfSchema } from '@/lib/documents/schema';
import { area } from './endpoint';
import { sponsorCodes } from './schema';

const visitor = area({ tag: 'Documents', access: 'anyone' });
const holder = area({ tag: 'Documents', access: 'holder', minRole: 'view' });

const PDF = 'application/pdf';
const tooMany = 'request.too_many';
const busy = 'document.busy';
const limits = [{ description: 'Documents of any kind per address', ...DOCUMENTS }];
const ofBilling = z.object({ billingId: idSchema('document.not_found') });

export const generatePdf = visitor.post('/user/generate-pdf', {
  id: 'generatePdf',
  summary: 'Create the adoption summary',
  description:
    'With the receipt token of verify-otp as bearer token, it prints the adoption as verified and ignores the selection in the body; without a genuine one it prints a draft of the selection in the body. In the language that the request accepts.',
  optionalAuth: 'receipt',
  deadlineMs: DOCUMENT_MS,
  json: generatePdfSchema,
  maxBytes: MAX_SELECTION_BYTES,
  responses: { 200: { description: 'The summary', media: PDF } },
  errors: [
    ...sponsorCodes,
    'seats.none_selected',
    'selection.too_many',
    'course.unknown',
    'document.receipt_expired',
    tooMany,
    busy,
  ],
  limits,
});

const ofOwnAdoption = {
  deadlineMs: DOCUMENT_MS,
  params: ofBilling,
  errors: ['document.not_found', tooMany, busy],
  limits,
} as const;
const ofHolder =
  'For its signed-in sponsor, or a guest with an access token. The response is the same for an id of another sponsor, an unknown id, and an adoption without this document.';

export const readSummary = holder.get('/billing/{billingId}/summary', {
  ...ofOwnAdoption,
  id: 'readSummary',
  summary: 'Download the summary of your own adoption',
  description: ofHolder,
  responses: { 200: { description: 'The summary', media: PDF } },
});

export const readReceipt = holder.get('/billing/{billingId}/receipt', {
  ...ofOwnAdoption,
  id: 'readReceipt',
  summary: 'Download the receipt of your own adoption that was paid online',
  description: `${ofHolder} It is the numbered paper of the online payment, which is issued if there is none.`,
  responses: { 200: { description: 'The receipt', media: PDF } },
});
