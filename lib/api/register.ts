import { z } from 'zod';
import { OFFICE_ROLES } from '@/db/schema/enums';
import { idSchema } from '@/lib/platform/id-schema';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import { HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { MAX_OFFICE_FILE_BYTES, UNREADABLE_OFFICE_FILES } from '@/lib/platform/limits';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';
import { issuedPaperSchema } from '@/lib/documents/papers/schema';
import {
  certificateSchema,
  comparedSchema,
  correctSchema,
  enterSchema,
  entryPlanSchema,
  leaveSchema,
  listsQuery,
  moveSchema,
  ofOffer,
  ofStudent,
  rollRowsSchema,
  studentMailsSchema,
} from '@/lib/register/schema';
import {
  compositionSchema,
  enterMarksSchema,
  markedSchema,
  markPlanSchema,
  markRowsSchema,
  markSchema,
  ofOutcome,
  ofReport,
  outcomeSchema,
} from '@/lib/register/report-schema';
import { area, office } from './endpoint';
import { doneResponse } from './schema';

const notFound = 'admin.not_found';

const viewer = area({ tag: 'Adoption', access: 'holder', minRole: 'view' });
const holder = area({ tag: 'Adoption', access: 'holder', minRole: 'adopt' });

export const readProgress = viewer.get('/billing/{billingId}/progress', {
  id: 'readProgress',
  summary: 'Download the numbers of students on the seats of your own adoption',
  params: z.object({ billingId: idSchema('own_adoption.not_found') }),
  responses: { 200: { description: 'The numbers', media: 'text/csv' } },
  errors: ['own_adoption.not_found'],
});

export const issueCertificate = holder.post('/billing/{billingId}/certificates', {
  id: 'issueCertificate',
  summary: 'Issue the certificate of your own adoption in an academic session, once results are stated',
  params: z.object({ billingId: idSchema('own_adoption.not_found') }),
  json: certificateSchema,
  ok: issuedPaperSchema,
  errors: ['own_adoption.not_found', 'certificate.not_yet', 'request.too_many'],
});

export const setStudentMails = holder.post('/user/student-mails', {
  id: 'setStudentMails',
  summary: 'Switch the e-mails about students on adopted seats on or off',
  json: studentMailsSchema,
  ok: doneResponse,
});

/** Bytes of a body with MAX_ROLL_NUMBERS. */
const ENTRY_BYTES = 1024 * 1024;
const READ_MS = 60_000;

const officeFile = {
  errors: ['catalogue.file_unusable', 'request.too_many', 'catalogue.busy'],
  limits: [{ description: 'Files of an account that cannot be read', ...UNREADABLE_OFFICE_FILES }],
} as const;

export const readRollNumbers = office.post('/office/roll-numbers', {
  id: 'readRollNumbers',
  summary: 'Read the roll numbers of a file; nothing is stored',
  roles: OFFICE_ROLES,
  body: { kind: 'file', media: ['text/csv', XLSX_TYPE], maxBytes: MAX_OFFICE_FILE_BYTES },
  deadlineMs: READ_MS,
  query: listsQuery,
  ok: rollRowsSchema,
  ...officeFile,
});

export const enterStudents = office.post('/office/offers/{courseId}/students', {
  id: 'enterStudents',
  summary: 'Put students on the empty places of an offer, or check what that would do',
  roles: OFFICE_ROLES,
  params: ofOffer,
  json: enterSchema,
  maxBytes: ENTRY_BYTES,
  ok: entryPlanSchema,
  deadlineMs: READ_MS,
  errors: ['enrolment.day', 'enrolment.too_many', notFound, 'enrolment.changed'],
});

export const endEnrolment = office.post('/office/students/{enrolmentId}/leave', {
  id: 'endEnrolment',
  summary: 'End the time of a student on a place',
  roles: OFFICE_ROLES,
  params: ofStudent,
  json: leaveSchema,
  ok: doneSchema,
  errors: ['enrolment.leaving_day', notFound, 'enrolment.gone'],
});

export const moveStudent = office.post('/office/students/{enrolmentId}/move', {
  id: 'moveStudent',
  summary: 'Move a student to another empty place before the first report',
  roles: OFFICE_ROLES,
  params: ofStudent,
  json: moveSchema,
  ok: doneSchema,
  errors: ['enrolment.place', notFound, 'enrolment.gone', 'enrolment.reported'],
});

export const correctRoll = office.post('/office/students/{enrolmentId}/roll', {
  id: 'correctRoll',
  summary: 'Compare a roll number with that of a student, or correct it, before the first report',
  roles: HEAD_ROLES,
  params: ofStudent,
  json: correctSchema,
  ok: comparedSchema,
  errors: ['enrolment.roll', notFound, 'enrolment.gone', 'enrolment.reported', 'enrolment.taken'],
});

const reportErrors = [notFound, 'report.none', 'report.early', 'report.changed'] as const;

export const markStudents = office.post('/office/offers/{courseId}/reports/{kind}', {
  id: 'markStudents',
  summary: 'Mark students in a report of an offer, and state it',
  roles: OFFICE_ROLES,
  params: ofReport,
  json: markSchema,
  ok: markedSchema,
  errors: [...reportErrors, 'report.mark'],
});

export const readReportRows = office.post('/office/report-rows', {
  id: 'readReportRows',
  summary: 'Read roll numbers and states of a file; nothing is stored',
  roles: OFFICE_ROLES,
  body: { kind: 'file', media: ['text/csv', XLSX_TYPE], maxBytes: MAX_OFFICE_FILE_BYTES },
  deadlineMs: READ_MS,
  query: listsQuery,
  ok: markRowsSchema,
  ...officeFile,
});

export const enterMarks = office.post('/office/offers/{courseId}/reports/{kind}/rows', {
  id: 'enterMarks',
  summary: 'Mark students in a report by the rows of a file, or check what that would do',
  roles: OFFICE_ROLES,
  params: ofReport,
  json: enterMarksSchema,
  maxBytes: ENTRY_BYTES,
  ok: markPlanSchema,
  deadlineMs: READ_MS,
  errors: [...reportErrors, 'report.mark', 'enrolment.too_many', 'enrolment.changed'],
});

export const stateOutcome = office.post('/office/offers/{courseId}/outcome', {
  id: 'stateOutcome',
  summary: 'State what became of the students of an offer, by totals',
  roles: OFFICE_ROLES,
  params: ofOutcome,
  json: outcomeSchema,
  ok: doneSchema,
  errors: [...reportErrors, 'report.sum', 'report.total'],
});

export const stateComposition = office.post('/office/offers/{courseId}/reports/{kind}/composition', {
  id: 'stateComposition',
  summary: 'State how many of the students in a report are women, SC, ST and OBC, by totals',
  roles: OFFICE_ROLES,
  params: ofReport,
  json: compositionSchema,
  ok: doneSchema,
  errors: [
    ...reportErrors,
    'report.mark',
    'report.total',
    'report.state_first',
    'report.above',
    'report.stated_elsewhere',
  ],
});
