import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import { remindedSchema, remindOfficesSchema } from '@/lib/admin/attention/schema';
import { ofInstitute } from '@/lib/proposals/institute-pages/schema';
import { findingsSchema, ofStoredReport, sampleRequestSchema, sampleSchema } from '@/lib/register/checks/schema';
import { admin } from './endpoint';
import { reasonCodes } from './schema';

const notFound = 'report.not_found';

export const openReportSample = admin.post('/admin/reports/{reportId}/sample', {
  id: 'openReportSample',
  inArea: true,
  summary: 'Look at the sample of the spot check of a report; it is drawn if there is none',
  roles: CATALOGUE_ROLES,
  params: ofStoredReport,
  json: sampleRequestSchema,
  ok: sampleSchema,
  errors: [...reasonCodes, notFound, 'report.not_stated'],
});

export const recordReportCheck = admin.post('/admin/reports/{reportId}/check', {
  id: 'recordReportCheck',
  inArea: true,
  summary: 'Record what the spot check of a report found',
  roles: CATALOGUE_ROLES,
  params: ofStoredReport,
  json: findingsSchema,
  ok: doneSchema,
  errors: ['report.findings', notFound, 'report.check_changed'],
});

export const remindOffice = admin.post('/admin/institutes/{instituteId}/reminder', {
  id: 'remindOffice',
  inArea: true,
  summary: 'Remind the office of an institute of its late reports by e-mail, at most once a day',
  roles: CATALOGUE_ROLES,
  params: ofInstitute,
  ok: doneSchema,
  errors: ['institute.not_found', 'report.none_late', 'report.reminded_today'],
});

export const remindOffices = admin.post('/admin/reminders', {
  id: 'remindOffices',
  inArea: true,
  summary: 'Remind the offices of several institutes of their late reports, each at most once a day',
  roles: CATALOGUE_ROLES,
  deadlineMs: 60_000,
  json: remindOfficesSchema,
  ok: remindedSchema,
  errors: ['institute.not_found'],
});
