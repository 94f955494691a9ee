import { z } from 'zod';
import { DECISIONS } from '@/db/schema/enums';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { decideSchema, shareCartSchema } from '@/lib/selection/shared-cart/schema';
import { area } from './endpoint';
import { currentCourses } from './schema';

const visitorAdoption = area({ tag: 'Adoption', access: 'anyone' });
const sponsor = area({ tag: 'Adoption', access: 'sponsor', minRole: 'adopt' });
const visitorDocuments = area({ tag: 'Documents', access: 'anyone' });

const sharedResponse = z.object({
  url: z.url().describe('The link. Whoever has it can open the cart'),
  expires_at: z.iso.datetime().describe('When the link ends; ISO 8601, UTC'),
});

const textCodes = ['sponsor.name_required', 'sponsor.too_long', 'name.address', 'name.no_letter'] as const;
/** Which text an error is about. */
const field = z.string().describe('The property of the body that the error is about');
const link = z.object({ token: z.string().describe('The last part of the link') });

export const shareCart = visitorAdoption.post('/cart/share', {
  id: 'shareCart',
  summary: 'Make a link that shows a cart to colleagues',
  json: shareCartSchema,
  responses: { 201: { schema: sharedResponse } },
  errors: [
    {
      codes: ['seats.none_selected', 'selection.too_many', 'course.unknown', 'sponsor.company_required', ...textCodes],
      details: currentCourses.extend({ field }).partial(),
    },
    'request.too_many',
  ],
});

const decisionsResponse = z.object({
  shared_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  decisions: z
    .array(z.object({ decision: z.enum(DECISIONS), name: z.string(), note: z.string(), at: z.iso.datetime() }))
    .describe('The newest first'),
});

export const readDecisions = visitorAdoption.get('/cart/share/{token}/decisions', {
  id: 'readSharedCartDecisions',
  summary: 'Read what was decided about a shared cart',
  params: link,
  responses: { 200: { schema: decisionsResponse } },
  errors: ['share.gone'],
});

export const decide = visitorAdoption.post('/cart/share/{token}/decisions', {
  id: 'decideSharedCart',
  summary: 'Approve or decline a shared cart; it reserves no seat',
  params: link,
  json: decideSchema,
  responses: { 201: { schema: decisionsResponse } },
  errors: [{ codes: textCodes, details: z.object({ field }) }, 'share.gone', 'share.decided', 'request.too_many'],
});

/** With the token of a sponsor it says which districts are in the local area of the company, by its plants. */
export const readBoardPack = visitorDocuments.get('/cart/share/{token}/board-pack', {
  id: 'readBoardPack',
  summary: 'Download what a board reads before it decides about a shared cart',
  deadlineMs: DOCUMENT_MS,
  optionalAuth: 'sponsor',
  minRole: 'view',
  params: link,
  query: z.object({ locale: z.enum(LOCALES).optional().describe('The language; by default that of Accept-Language') }),
  responses: { 200: { media: 'application/pdf' } },
  errors: ['document.not_found', 'request.too_many', 'document.busy'],
});

export const readProposal = visitorDocuments.get('/cart/share/{token}/pdf', {
  id: 'readProposal',
  summary: 'Download a shared cart as a proposal',
  deadlineMs: DOCUMENT_MS,
  params: link,
  query: z.object({ locale: z.enum(LOCALES).optional().describe('The language; by default that of Accept-Language') }),
  responses: { 200: { media: 'application/pdf' } },
  errors: ['document.not_found', 'request.too_many', 'document.busy'],
});

export const askToApprove = sponsor.post('/user/approvals', {
  id: 'askToApprove',
  summary: 'Send a link to chosen seats to the people of your company who may pay',
  json: shareCartSchema.pick({ order_number: true, selected_courses: true }),
  responses: {
    201: { schema: sharedResponse.extend({ asked: z.array(z.string()).describe('Names of those who got an e-mail') }) },
  },
  errors: [
    {
      codes: ['seats.none_selected', 'selection.too_many', 'course.unknown', 'sponsor.too_long'],
      details: currentCourses.extend({ field }).partial(),
    },
    'approval.nobody',
    'approval.not_sent',
    'request.too_many',
  ],
});
