import { z } from 'zod';
import { DOCUMENT_MS, DOCUMENTS, MAX_BODY_BYTES, SHARED_CART_DAYS, SHARED_CARTS } from '@/lib/core/limits';
import { LOCALES } from '@/lib/i18n/locale';
import type { CartShared } from '@/lib/shared-cart/response-schema';
import { shareCartSchema } from '@/lib/shared-cart/schema';
import { defineEndpoint } from './endpoint';
import { currentCourses } from './schema';

const sharedResponse = z.object({
  url: z.url().describe('The link. Whoever has it can open the cart'),
  expires_at: z.iso.datetime().describe('When the link ends; ISO 8601, UTC'),
}) satisfies z.ZodType<CartShared>;

export const shareCart = defineEndpoint({
  id: 'shareCart',
  method: 'POST',
  path: '/cart/share',
  tag: 'Adoption',
  summary: 'Make a link that shows a cart to colleagues',
  description: `Stores courses and seats with the prices of this moment, and nothing about people. The link works for ${SHARED_CART_DAYS} days, takes no seats, and is a new one for each request.`,
  access: 'anyone',
  body: { kind: 'json', schema: shareCartSchema, maxBytes: MAX_BODY_BYTES },
  responses: { 201: { description: 'The cart is shared', schema: sharedResponse } },
  errors: {
    400: { codes: ['seats.none_selected', 'selection.too_many', 'course.unknown'], details: currentCourses },
    429: { codes: ['request.too_many'] },
  },
  limits: [{ description: 'Carts shared per address', ...SHARED_CARTS }],
});

export const readProposal = defineEndpoint({
  id: 'readProposal',
  method: 'GET',
  path: '/cart/share/{token}/pdf',
  tag: 'Documents',
  summary: 'Download a shared cart as a proposal',
  description:
    'With the prices and seats of now; without lines that cannot be adopted any more. It is not an adoption and has no reference. The response is the same for an unknown and an ended link, and for a cart of which nothing is left.',
  access: 'anyone',
  deadlineMs: DOCUMENT_MS,
  params: z.object({ token: z.string().describe('The last part of the link') }),
  query: z.object({ locale: z.enum(LOCALES).optional().describe('The language; by default that of Accept-Language') }),
  responses: { 200: { description: 'The proposal', media: 'application/pdf' } },
  errors: {
    404: { codes: ['document.not_found'] },
    429: { codes: ['request.too_many'] },
    503: { codes: ['document.busy'] },
  },
  limits: [{ description: 'Documents of any kind per address', ...DOCUMENTS }],
});
