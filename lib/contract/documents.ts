import { z } from 'zod';
import { DOCUMENT_MS, DOCUMENTS, MAX_SELECTION_BYTES } from '@/lib/core/limits';
import { generatePdfSchema } from '@/lib/document/schema';
import { defineEndpoint, type ErrorSpec } from './endpoint';
import { sponsorCodes } from './schema';

const PDF = 'application/pdf';
const tooMany = { codes: ['request.too_many'] } as const satisfies ErrorSpec;
const busy = { codes: ['document.busy'] } as const satisfies ErrorSpec;
const limits = [{ description: 'Documents of any kind for one address', ...DOCUMENTS }];
const ofBilling = z.object({ billingId: z.string() });

export const generatePdf = defineEndpoint({
  id: 'generatePdf',
  method: 'POST',
  path: '/user/generate-pdf',
  tag: 'Documents',
  summary: 'The adoption summary',
  description:
    'With the receipt token of verify-otp as bearer it prints the adoption as it was verified, whatever the body says; without a genuine one a draft of the selection given. In the language that the request accepts.',
  access: 'anyone',
  optionalAuth: 'receipt',
  deadlineMs: DOCUMENT_MS,
  body: { kind: 'json', schema: generatePdfSchema, maxBytes: MAX_SELECTION_BYTES },
  responses: { 200: { description: 'The summary', media: PDF } },
  errors: {
    400: {
      codes: [...sponsorCodes, 'seats.none_selected', 'selection.too_many', 'course.unknown'],
    },
    403: { codes: ['document.receipt_expired'] },
    429: tooMany,
    503: busy,
  },
  limits,
});

const ofOwnAdoption = {
  method: 'GET',
  tag: 'Documents',
  description: 'One answer for every id that is not the own, unknown, or has no such document.',
  access: 'sponsor',
  deadlineMs: DOCUMENT_MS,
  params: ofBilling,
  errors: { 404: { codes: ['document.not_found'] }, 429: tooMany, 503: busy },
  limits,
} as const;

export const readSummary = defineEndpoint({
  ...ofOwnAdoption,
  id: 'readSummary',
  path: '/billing/{billingId}/summary',
  summary: 'The summary of an adoption of the own',
  responses: { 200: { description: 'The summary', media: PDF } },
});

export const readReceipt = defineEndpoint({
  ...ofOwnAdoption,
  id: 'readReceipt',
  path: '/billing/{billingId}/receipt',
  summary: 'The receipt of a paid adoption of the own',
  responses: { 200: { description: 'The receipt', media: PDF } },
});
