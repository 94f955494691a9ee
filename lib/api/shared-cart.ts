import { z } from 'zod';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { shareCartSchema } from '@/lib/selection/shared-cart/schema';
import { area } from './endpoint';
import { currentCourses } from './schema';

const visitorAdoption = area({ tag: 'Adoption', access: 'anyone' });
const visitorDocuments = area({ tag: 'Documents', access: 'anyone' });

const sharedResponse = z.object({
  url: z.url().describe('The link. Whoever has it can open the cart'),
  expires_at: z.iso.datetime().describe('When the link ends; ISO 8601, UTC'),
});

export const shareCart = visitorAdoption.post('/cart/share', {
  id: 'shareCart',
  summary: 'Make a link that shows a cart to colleagues',
  json: shareCartSchema,
  responses: { 201: { schema: sharedResponse } },
  errors: {
    400: { codes: ['seats.none_selected', 'selection.too_many', 'course.unknown'], details: currentCourses },
    429: { codes: ['request.too_many'] },
  },
});

export const readProposal = visitorDocuments.get('/cart/share/{token}/pdf', {
  id: 'readProposal',
  summary: 'Download a shared cart as a proposal',
  deadlineMs: DOCUMENT_MS,
  params: z.object({ token: z.string().describe('The last part of the link') }),
  query: z.object({ locale: z.enum(LOCALES).optional().describe('The language; by default that of Accept-Language') }),
  responses: { 200: { media: 'application/pdf' } },
  errors: {
    404: { codes: ['document.not_found'] },
    429: { codes: ['request.too_many'] },
    503: { codes: ['document.busy'] },
  },
});
