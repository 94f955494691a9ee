import { z } from 'zod';
import { CATALOGUE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import { institutePageSchema, ofInstitute, undoPageSchema } from '@/lib/proposals/institute-pages/schema';
import { admin, office } from './endpoint';

const common = ['institute.not_found', 'institute.changed_meanwhile'] as const;

export const savePage = office.put('/office/institutes/{instituteId}/page', {
  id: 'saveInstitutePage',
  summary: 'Set texts and contact on the public page of an institute',
  roles: HEAD_ROLES,
  params: ofInstitute,
  json: institutePageSchema,
  ok: doneSchema,
  errors: [
    {
      codes: ['institute.text_long', 'institute.email', 'institute.phone', 'institute.website'],
      details: z.object({ field: z.string() }),
    },
    ...common,
  ],
});

export const undoPage = admin.post('/admin/institutes/{instituteId}/page', {
  id: 'undoInstitutePage',
  inArea: true,
  summary: 'Set the page of an institute to what it was before a change of its office',
  roles: CATALOGUE_ROLES,
  params: ofInstitute,
  json: undoPageSchema,
  ok: doneSchema,
  errors: common,
});
