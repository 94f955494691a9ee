import { z } from 'zod';
import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import { instituteNameSchema, mergeDryRunSchema, mergeSchema } from '@/lib/admin/institutes/schema';
import { ofInstitute } from '@/lib/proposals/institute-pages/schema';
import { admin } from './endpoint';
import { reasonCodes } from './schema';

export const renameInstitute = admin.put('/admin/institutes/{instituteId}/name', {
  id: 'renameInstitute',
  inArea: true,
  summary: 'Give an institute another name, under which the old one still finds it',
  roles: CATALOGUE_ROLES,
  params: ofInstitute,
  json: instituteNameSchema,
  ok: doneSchema,
  errors: [
    'institute.name',
    'institute.name_taken',
    ...reasonCodes,
    'institute.not_found',
    'institute.changed_meanwhile',
  ],
});

export const mergeInstitutes = admin.post('/admin/institutes/{instituteId}/merge', {
  id: 'mergeInstitutes',
  summary: 'Check what making an institute a part of another one would do, or carry it out',
  roles: CATALOGUE_ROLES,
  confirmed: true,
  params: ofInstitute,
  json: mergeSchema,
  ok: z.object({ dryRun: mergeDryRunSchema, isDone: z.boolean() }),
  errors: [
    ...reasonCodes,
    'institute.not_found',
    'institute.merge_same',
    'institute.merge_city',
    'institute.merge_busy',
    { codes: ['institute.merge_changed'], details: z.object({ dryRun: mergeDryRunSchema }) },
  ],
});
