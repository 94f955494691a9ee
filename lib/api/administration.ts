import { z } from 'zod';
import {
  CATALOGUE_ROLES,
  EVERY_ROLE,
  EXPORT_ROLES,
  FINANCE_ROLES,
  OWNER_ROLES,
} from '@/lib/accounts/administrators/roles';
import { adminLoginResponseSchema, adminLoginSchema } from '@/lib/accounts/administrators/schema';
import {
  adminCourseResponse,
  adminInstituteResponse,
  courseEditSchema,
  findCoursesQuery,
  instituteEditSchema,
  manyCoursesSchema,
  manyDryRunSchema,
} from '@/lib/admin/courses/schema';
import { MONTH_LIST } from '@/lib/money/payouts/schema';
import { BILLING_LIST, dashboardDataResponse, USER_LIST } from '@/lib/admin/users-and-billings/schema';
import { dryRunSchema, importedSchema, importQuerySchema } from '@/lib/catalogue-import/schema';
import { undoDryRunSchema, undoneSchema, undoSchema } from '@/lib/catalogue-import/undo-schema';
import { foundSchema, searchQuery } from '@/lib/admin/search/schema';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import { idSchema } from '@/lib/platform/id-schema';
import {
  accountEmailChangeSchema,
  accountEmailDecisionSchema,
  accountEmailProposedSchema,
  endedSchema,
} from '@/lib/accounts/schema';
import { messageActionSchema } from '@/lib/notifications/schema';
import { ADMIN_LOGIN_FAILURES, DOCUMENT_MS, IMPORT_MS, MAX_IMPORT_BYTES } from '@/lib/platform/limits';
import { DOWNLOAD_KINDS, XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';
import { entryId } from '@/lib/accounts/audit-log/schema';
import { admin, ownAccount, area, failureLimits } from './endpoint';
import { emailCodes, reasonCodes, successResponse } from './schema';

const visitor = area({ tag: 'Administration', access: 'anyone' });

const adminInstitute = adminInstituteResponse.meta({ id: 'AdminInstitute' });
const adminCourse = adminCourseResponse.meta({ id: 'AdminCourse' });

export const adminLogin = visitor.post('/user/admin_login', {
  id: 'adminLogin',
  summary: 'Sign in as an administrator',
  description:
    'Returns the bearer token of a session of 8 hours, which ends earlier after an hour without use (`ADMIN_IDLE_MINUTES` of the operator), and sets a cookie that renders pages below /admin and does not authenticate API requests. If the account has a second factor, a right password without `code` is answered with `admin.code_required`: repeat the request with a code of the authenticator app, or a recovery code.',
  json: adminLoginSchema,
  responses: { 200: { description: 'Signed in', schema: adminLoginResponseSchema } },
  errors: [
    'admin.invalid_credentials',
    'admin.code_wrong',
    'admin.code_required',
    'admin.login_code_wrong',
    'auth.too_many_attempts',
  ],
  limits: failureLimits(ADMIN_LOGIN_FAILURES),
});

export const adminLogout = ownAccount.post('/user/admin_logout', {
  id: 'adminLogout',
  summary: 'End the session of the bearer token, its cookie included',
  description: 'Other sessions of the administrator stay.',
  withoutFactor: true,
  responses: { 200: { description: 'Signed out', schema: successResponse } },
});

/** `user` and `billing` exclude each other. */
const recordsQuery = z
  .object({
    limit: z
      .string()
      .regex(/^[1-9]\d{0,2}$/)
      .transform(Number)
      .pipe(z.number().max(200))
      .optional()
      .describe('Maximum number of users and of billings, 1 to 200'),
    user: idSchema().optional().describe('Only this user, with their billings'),
    billing: idSchema().optional().describe('Only this billing, with its sponsor'),
  })
  .refine(({ user, billing }) => !user || !billing, { path: ['billing'] });

export const readRecords = admin.get('/user/get_admin_dashboard_data', {
  id: 'readRecords',
  summary: 'List users and billings, newest first, with their counts',
  description:
    'Returns all of them without parameters. Requesting all, or receiving more than 50 of a kind, writes an audit log entry before the first byte is sent.',
  roles: EVERY_ROLE,
  query: recordsQuery,
  responses: { 200: { description: 'The records', schema: dashboardDataResponse } },
  errors: ['admin.not_found'],
});

export const endSponsorSessions = admin.delete('/admin/users/{userId}/sessions', {
  id: 'endSponsorSessions',
  summary: 'End all sessions of a sponsor',
  roles: FINANCE_ROLES,
  confirmed: true,
  params: z.object({ userId: idSchema('admin.not_found').describe('Id of the sponsor') }),
  ok: endedSchema,
  errors: ['admin.not_found'],
});

/** Without a second owner the address changes at once. */
export const changeAccountEmail = admin.put('/admin/users/{userId}/email', {
  id: 'changeAccountEmail',
  summary: 'Propose another e-mail address for the account of a sponsor',
  roles: OWNER_ROLES,
  confirmed: true,
  params: z.object({ userId: idSchema('admin.not_found').describe('Id of the sponsor') }),
  json: accountEmailChangeSchema,
  ok: accountEmailProposedSchema,
  errors: [...emailCodes, ...reasonCodes, 'admin.not_found', 'auth.email_taken'],
});

export const decideAccountEmail = admin.post('/admin/users/{userId}/email', {
  id: 'decideAccountEmail',
  summary: 'Confirm or withdraw another e-mail address for the account of a sponsor',
  roles: OWNER_ROLES,
  confirmed: true,
  params: z.object({ userId: idSchema('admin.not_found').describe('Id of the sponsor') }),
  json: accountEmailDecisionSchema,
  ok: successResponse,
  errors: ['admin.not_found', 'admin.email_changed_meanwhile', 'admin.second_owner', 'auth.email_taken'],
});

const { kind, ...userFilter } = USER_LIST.schema.shape;
const downloadQuery = z.object({
  ...BILLING_LIST.schema.shape,
  kind: kind.describe('For users only'),
  ...MONTH_LIST.schema.shape,
  sort: z
    .enum([...new Set([...BILLING_LIST.schema.shape.sort.unwrap().options, ...userFilter.sort.unwrap().options])])
    .optional()
    .describe('Without effect: files are sorted newest first'),
  dir: z.enum(['asc', 'desc']).optional(),
  shown: z
    .string()
    .optional()
    .meta({
      description: 'Columns, as in the URLs of the tables; by default all',
      examples: ['reference.company.total'],
    }),
});

export const download = admin.get('/user/download/{kind}', {
  id: 'download',
  summary: 'Download a spreadsheet of all matching records',
  description:
    'Accepts the filters of the tables. The kind `payments` has the online payments and refunds of a month. The file is streamed.',
  roles: EXPORT_ROLES,
  params: z.object({ kind: z.enum(DOWNLOAD_KINDS, { error: 'download.unknown' }) }),
  query: downloadQuery,
  emptyIsAbsent: true,
  /** Until the first byte: the records are counted and the first ones read. */
  deadlineMs: 20_000,
  responses: { 200: { description: 'The spreadsheet', media: XLSX_TYPE } },
  errors: ['download.too_many', 'session.name_form', 'download.unknown', 'download.busy'],
});

export const findCourses = admin.get('/admin/courses', {
  id: 'findCourses',
  summary: 'Find offers with free seats',
  roles: EVERY_ROLE,
  query: findCoursesQuery,
  emptyIsAbsent: true,
  ok: z.object({ courses: z.array(adminCourse), total: z.int() }),
  errors: ['session.name_form'],
});

export const editCourse = admin.patch('/admin/courses/{courseId}', {
  id: 'editCourse',
  inArea: true,
  summary: 'Change seats, price, duration, Hindi name or openness of a course',
  roles: CATALOGUE_ROLES,
  params: z.object({ courseId: idSchema('course.not_found') }),
  json: courseEditSchema.meta({ minProperties: 2 }),
  ok: adminCourse,
  errors: [
    'course.total_range',
    'course.price_range',
    'course.duration_range',
    'course.branch_hindi',
    'course.not_found',
    {
      codes: ['course.below_taken', 'course.changed_meanwhile', 'course.duration_below_year'],
      details: z.object({ course: adminCourse, taken: z.int().optional(), year: z.int().optional() }),
    },
  ],
});

export const searchAll = admin.get('/admin/search', {
  id: 'searchAll',
  inArea: true,
  summary: 'Find adoptions, money, papers, people, institutes and courses by names and numbers',
  roles: EVERY_ROLE,
  query: searchQuery,
  ok: foundSchema,
});

export const changeCourses = admin.post('/admin/catalogue/changes', {
  id: 'changeCourses',
  inArea: true,
  summary: 'Check what closing, opening or other prices of many courses would do, or carry it out, as an import',
  roles: CATALOGUE_ROLES,
  json: manyCoursesSchema,
  deadlineMs: IMPORT_MS,
  ok: z.object({ dryRun: manyDryRunSchema.nullable(), imported: importedSchema.nullable() }),
  errors: [
    'course.not_found',
    'course.none_chosen',
    'course.too_many_chosen',
    'course.price_change',
    ...reasonCodes,
    {
      codes: ['catalogue.import_changed', 'catalogue.import_bad'],
      details: z.object({ dryRun: manyDryRunSchema }),
    },
    'catalogue.busy',
  ],
});

export const editInstitute = admin.patch('/admin/institutes/{instituteId}', {
  id: 'editInstitute',
  inArea: true,
  summary: 'Set the details of an institute',
  roles: CATALOGUE_ROLES,
  params: z.object({ instituteId: idSchema('institute.not_found') }),
  json: instituteEditSchema,
  ok: adminInstitute,
  errors: [
    'institute.number',
    'institute.number_taken',
    'institute.hindi',
    'institute.address',
    'institute.website',
    'institute.contact',
    'institute.not_found',
    { codes: ['institute.changed_meanwhile'], details: z.object({ institute: adminInstitute }) },
  ],
});

/** Files of several megabytes may take long over slow connections. */
const FILE_DEADLINE_MS = 60_000;

export const importCatalogue = admin.post('/admin/catalogue/import', {
  id: 'importCatalogue',
  summary: 'Dry-run an import of this file, or with `apply` carry it out',
  roles: CATALOGUE_ROLES,
  query: importQuerySchema,
  body: { kind: 'file', media: ['text/csv', XLSX_TYPE], maxBytes: MAX_IMPORT_BYTES },
  deadlineMs: IMPORT_MS,
  ok: z.union([dryRunSchema, importedSchema]),
  errors: [
    'catalogue.file_unusable',
    { codes: ['catalogue.import_changed', 'catalogue.import_bad'], details: z.object({ dryRun: dryRunSchema }) },
    'catalogue.busy',
  ],
});

export const undoImport = admin.post('/admin/imports/{entry}', {
  id: 'undoImport',
  summary: 'Check what the undo of an import would do, or carry it out: all as before, or nothing',
  roles: CATALOGUE_ROLES,
  params: z.object({ entry: entryId('import.not_found') }),
  json: undoSchema,
  deadlineMs: IMPORT_MS,
  ok: z.object({ dryRun: undoDryRunSchema.nullable(), undone: undoneSchema.nullable() }),
  errors: [
    ...reasonCodes,
    'import.not_found',
    'import.undone',
    'import.unclear',
    { codes: ['import.in_use', 'import.changed'], details: z.object({ dryRun: undoDryRunSchema }) },
    'catalogue.busy',
  ],
});

export const exportCatalogue = admin.get('/admin/catalogue/import', {
  id: 'exportCatalogue',
  summary: 'Download the catalogue as a workbook that can be edited and imported',
  roles: EVERY_ROLE,
  deadlineMs: FILE_DEADLINE_MS,
  responses: { 200: { media: XLSX_TYPE } },
});

export const retryDeadMessage = admin.post('/admin/messages/{messageId}', {
  id: 'retryDeadMessage',
  summary: 'Send a message again that failed for days',
  roles: FINANCE_ROLES,
  params: z.object({ messageId: idSchema('message.not_found') }),
  json: messageActionSchema,
  ok: successResponse,
  errors: ['message.not_found', 'message.not_dead'],
});

export const readReport = admin.get('/admin/report/spreadsheet', {
  id: 'readReport',
  inArea: true,
  summary: 'Download seats, money and students by district, course type, institute, company or month as a spreadsheet',
  roles: EXPORT_ROLES,
  query: REPORT_LIST.schema,
  emptyIsAbsent: true,
  deadlineMs: DOCUMENT_MS,
  responses: { 200: { media: XLSX_TYPE } },
  errors: ['session.name_form', 'document.not_found', 'download.too_many'],
});
