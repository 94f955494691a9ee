import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import { ofInstitute } from '@/lib/proposals/institute-pages/schema';
import { findingsSchema, ofStoredReport, sampleRequestSchema, sampleSchema } from '@/lib/register/checks/schema';
import { admin } from './endpoint';
import { reasonCodes } from './schema';

const notFound = { codes: ['report.not_found'] } as const;

export const openReportSample = admin.post('/admin/reports/{reportId}/sample', {
  id: 'openReportSample',
  summary: 'Look at the sample of the spot check of a report; it is drawn if there is none',
  roles: CATALOGUE_ROLES,
  params: ofStoredReport,
  json: sampleRequestSchema,
  ok: sampleSchema,
  errors: { 400: { codes: [...reasonCodes] }, 404: notFound, 409: { codes: ['report.not_stated'] } },
});

export const recordReportCheck = admin.post('/admin/reports/{reportId}/check', {
  id: 'recordReportCheck',
  summary: 'Record what the spot check of a report found',
  roles: CATALOGUE_ROLES,
  params: ofStoredReport,
  json: findingsSchema,
  ok: doneSchema,
  errors: { 400: { codes: ['report.findings'] }, 404: notFound, 409: { codes: ['report.check_changed'] } },
});

export const remindOffice = admin.post('/admin/institutes/{instituteId}/reminder', {
  id: 'remindOffice',
  summary: 'Remind the office of an institute of its late reports by e-mail, at most once a day',
  roles: CATALOGUE_ROLES,
  params: ofInstitute,
  ok: doneSchema,
  errors: { 404: { codes: ['institute.not_found'] }, 409: { codes: ['report.none_late', 'report.reminded_today'] } },
});
