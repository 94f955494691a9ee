import { z } from 'zod';
import { CATALOGUE_ROLES, FINANCE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import { endConversationSchema, writeSchema } from '@/lib/conversation/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin, area, office } from './endpoint';
import { doneResponse, reasonCodes } from './schema';

const holder = area({ tag: 'Adoption', access: 'holder', minRole: 'adopt' });
const textCodes = ['conversation.empty', 'conversation.long'] as const;

export const writeAsSponsor = holder.post('/billing/{billingId}/messages', {
  id: 'writeAsSponsor',
  summary: 'Write to the department about your own adoption',
  params: z.object({ billingId: idSchema('own_adoption.not_found') }),
  json: writeSchema,
  responses: { 201: { schema: doneResponse } },
  errors: [...textCodes, 'own_adoption.not_found', 'conversation.changed', 'request.too_many'],
});

export const writeToSponsor = admin.post('/admin/billings/{reference}/messages', {
  id: 'writeToSponsor',
  summary: 'Write to the sponsor of an adoption',
  roles: FINANCE_ROLES,
  confirmed: true,
  params: z.object({ reference: z.string().regex(/^[A-Z0-9-]{1,40}$/, { error: 'adoption.not_found' }) }),
  json: writeSchema,
  ok: doneSchema,
  errors: [
    ...textCodes,
    'adoption.not_found',
    'adoption.not_verified',
    'conversation.no_address',
    'conversation.changed',
  ],
});

export const writeToOffice = admin.post('/admin/institutes/{instituteId}/messages', {
  id: 'writeToOffice',
  inArea: true,
  summary: 'Write to the heads of the office of an institute',
  roles: CATALOGUE_ROLES,
  confirmed: true,
  params: z.object({ instituteId: idSchema('institute.not_found') }),
  json: writeSchema,
  ok: doneSchema,
  errors: [...textCodes, 'institute.not_found', 'conversation.no_office', 'conversation.changed'],
});

export const writeAsOffice = office.post('/office/institutes/{instituteId}/messages', {
  id: 'writeAsOffice',
  summary: 'Write to the department about an institute of the own office',
  roles: HEAD_ROLES,
  params: z.object({ instituteId: idSchema('admin.not_found') }),
  json: writeSchema,
  ok: doneSchema,
  errors: [...textCodes, 'admin.not_found', 'conversation.changed', 'request.too_many'],
});

const end = {
  params: z.object({ messageId: idSchema('conversation.not_found') }),
  json: endConversationSchema,
  ok: doneSchema,
  errors: [...reasonCodes, 'conversation.not_found', 'conversation.answered'],
} as const;

export const endWithSponsor = admin.post('/admin/sponsor-messages/{messageId}', {
  id: 'endWithSponsor',
  summary: 'Say that a message of a sponsor needs no answer',
  roles: FINANCE_ROLES,
  ...end,
});

export const endWithOffice = admin.post('/admin/office-messages/{messageId}', {
  id: 'endWithOffice',
  inArea: true,
  summary: 'Say that a message of an office needs no answer',
  roles: CATALOGUE_ROLES,
  ...end,
});
