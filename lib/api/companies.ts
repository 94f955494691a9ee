import { z } from 'zod';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { companyChangeSchema, companyDryRunSchema } from '@/lib/admin/companies/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { admin } from './endpoint';
import { reasonCodes } from './schema';

export const changeCompany = admin.post('/admin/companies/{companyId}', {
  id: 'changeCompany',
  summary: 'Check what joining a company with another one, parting it or correcting it would do, or carry it out',
  roles: FINANCE_ROLES,
  confirmed: true,
  params: z.object({ companyId: idSchema('company.unknown') }),
  json: companyChangeSchema,
  ok: z.object({ dryRun: companyDryRunSchema, isDone: z.boolean() }),
  errors: [
    ...reasonCodes,
    'sponsor.company_required',
    'sponsor.too_long',
    'paper.cin_invalid',
    'paper.pan_invalid',
    'paper.gstin_invalid',
    'company.unknown',
    'company.same',
    'company.none_chosen',
    'company.only_unknown',
    'company.unchanged',
    { codes: ['company.check_again'], details: z.object({ dryRun: companyDryRunSchema }) },
  ],
});
