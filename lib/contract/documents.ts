import { z } from 'zod';
import { idSchema } from '@/lib/core/id-schema';
import { DOCUMENT_MS, DOCUMENTS, MAX_SELECTION_BYTES } from '@/lib/core/limits';
import { generatePdfSchema } from '@/lib/document/schema';
import { defineEndpoint, type ErrorSpec } from './endpoint';
import { sponsorCodes } from './schema';

const PDF = 'application/pdf';
const tooMany = { codes: ['request.too_many'] } as const satisfies ErrorSpec;
const busy = { codes: ['document.busy'] } as const satisfies ErrorSpec;
const limits = [{ description: 'Documents of any kind per address', ...DOCUMENTS }];
const ofBilling = z.object({ billingId: idSchema('document.not_found') });

export const generatePdf = defineEndpoint({
  id: 'generatePdf',
  method: 'POST',
  path: '/user/generate-pdf',
  tag: 'Documents',
  summary: 'Create the adoption summary',
  description:
    'With the receipt token of verify-otp as bearer token, it prints the adoption as verified and ignores the selection in the body; without a genuine one it prints a draft of the selection in the body. In the language that the request accepts.',
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
  description:
    'For its signed-in sponsor, or a guest with an access token. The response is the same for an id of another sponsor, an unknown id, and an adoption without this document.',
  access: 'holder',
  leastRole: 'view',
  deadlineMs: DOCUMENT_MS,
  params: ofBilling,
  errors: { 404: { codes: ['document.not_found'] }, 429: tooMany, 503: busy },
  limits,
} as const;

export const readSummary = defineEndpoint({
  ...ofOwnAdoption,
  id: 'readSummary',
  path: '/billing/{billingId}/summary',
  summary: 'Download the summary of your own adoption',
  responses: { 200: { description: 'The summary', media: PDF } },
});

export const readReceipt = defineEndpoint({
  ...ofOwnAdoption,
  description: `${ofOwnAdoption.description} It is the numbered paper of the online payment, which is issued if there is none.`,
  id: 'readReceipt',
  path: '/billing/{billingId}/receipt',
  summary: 'Download the receipt of your own adoption that was paid online',
  responses: { 200: { description: 'The receipt', media: PDF } },
});
