import { z } from 'zod';
import { REPORT_KINDS } from '@/db/schema/report-kinds';
import { CATALOGUE_ROLES, EVERY_ROLE } from '@/lib/accounts/administrators/roles';
import { newSessionSchema, reportDatesSchema, sessionActionSchema, sessionEditSchema } from '@/lib/sessions/schema';
import { IMPORT_MS } from '@/lib/platform/limits';
import { admin } from './endpoint';
import { successResponse } from './schema';

const params = z.object({ session: z.string().regex(/^\d{4}-\d{2}$/, { error: 'session.not_found' }) });
const notFound = 'session.not_found';
const reportKind = z.enum([...REPORT_KINDS, 'version']).describe('The property of the body that the error is about');
const badDays = ['session.day', 'session.days_order', 'session.adopting_order', 'session.name_of_year'] as const;

export const planSession = admin.post('/admin/academic-sessions', {
  id: 'planSession',
  summary: 'Plan an academic session',
  roles: CATALOGUE_ROLES,
  json: newSessionSchema,
  ok: successResponse,
  errors: ['session.name_form', ...badDays, 'session.exists', 'session.overlaps'],
});

export const changeSession = admin.patch('/admin/academic-sessions/{session}', {
  id: 'changeSession',
  summary: 'Change the days of an academic session that is planned or open',
  roles: CATALOGUE_ROLES,
  params,
  json: sessionEditSchema,
  ok: successResponse,
  errors: [...badDays, notFound, 'session.changed_meanwhile', 'session.closed', 'session.overlaps'],
});

export const setReportDates = admin.put('/admin/academic-sessions/{session}/report-dates', {
  id: 'setReportDates',
  summary: 'Set the days on which reports of institutes are due in an academic session',
  roles: CATALOGUE_ROLES,
  params,
  json: reportDatesSchema,
  ok: successResponse,
  errors: [
    { codes: ['session.day', 'report.dates_order'], details: z.object({ field: reportKind }) },
    notFound,
    {
      codes: ['session.changed_meanwhile', 'report.dates_stated'],
      details: z.object({ field: reportKind.optional() }),
    },
  ],
});

export const actOnSession = admin.post('/admin/academic-sessions/{session}', {
  id: 'actOnSession',
  summary: 'Open an academic session with the offers of its dry run, close it, or invite sponsors to renew',
  roles: CATALOGUE_ROLES,
  params,
  json: sessionActionSchema,
  deadlineMs: IMPORT_MS,
  ok: successResponse,
  errors: [
    'session.percent',
    'session.name_form',
    'session.unknown_source',
    'session.price_range',
    notFound,
    'session.already',
    'session.changed_meanwhile',
    'session.live_holds',
    'session.no_offers',
    'session.nobody_invited',
    'session.plan_changed',
  ],
});

export const readStudentFigures = admin.get('/admin/academic-sessions/{session}/students', {
  id: 'readStudentFigures',
  summary: 'Download how many students are on the adopted seats of a session, by course type and district',
  roles: EVERY_ROLE,
  params,
  responses: { 200: { media: 'text/csv' } },
  errors: [notFound],
});
