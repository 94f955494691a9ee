import { z } from 'zod';
import { CATALOGUE_ROLES, FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import {
  mailingActionSchema,
  mailingCheckedSchema,
  officesMailingSchema,
  sponsorsMailingSchema,
} from '@/lib/admin/mailings/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin } from './endpoint';
import { reasonCodes } from './schema';

const write = {
  confirmed: true,
  deadlineMs: 60_000,
  ok: mailingCheckedSchema,
  errors: [
    {
      codes: ['conversation.empty', 'conversation.long', 'mailing.placeholder', ...reasonCodes],
      details: z.object({ field: z.string().describe('The property of the body that the error is about') }),
    },
    'mailing.none',
    'mailing.too_many',
    'mailing.changed',
  ],
} as const;

export const writeToSponsors = admin.post('/admin/mailings', {
  id: 'writeToSponsors',
  summary: 'Check whom a message to the sponsors of many adoptions would go to, or start it',
  roles: FINANCE_ROLES,
  json: sponsorsMailingSchema,
  ...write,
});

export const writeToOffices = admin.post('/admin/office-mailings', {
  id: 'writeToOffices',
  inArea: true,
  summary: 'Check whom a message to the offices of many institutes would go to, or start it',
  roles: CATALOGUE_ROLES,
  json: officesMailingSchema,
  ...write,
});

const act = {
  confirmed: true,
  params: z.object({ mailingId: idSchema('mailing.not_found') }),
  json: mailingActionSchema,
  ok: doneSchema,
  errors: [...reasonCodes, 'mailing.not_found', 'mailing.over'],
} as const;

export const actOnMailing = admin.post('/admin/mailings/{mailingId}', {
  id: 'actOnMailing',
  summary: 'Stop a message to many sponsors, or continue it',
  roles: FINANCE_ROLES,
  ...act,
});

export const actOnOfficeMailing = admin.post('/admin/office-mailings/{mailingId}', {
  id: 'actOnOfficeMailing',
  inArea: true,
  summary: 'Stop a message to many offices, or continue it',
  roles: CATALOGUE_ROLES,
  ...act,
});
