import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_ROLL_NUMBERS } from '@/lib/platform/limits';
import { calendarDay } from '@/lib/platform/search-params';

/** Why a place is free again; 'mistake': its student was entered by mistake. Never a text about a person. */
export const LEAVING_REASONS = ['left', 'moved', 'failed', 'other', 'mistake'] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];

/** Maximum length of a roll number. */
export const MAX_ROLL_NUMBER = 40;

/** A roll number as typed or in a file, with its line there. */
const rollRowSchema = z.object({ line: z.number().int().min(1), roll: z.string().max(1000) });
export type RollRow = z.infer<typeof rollRowSchema>;

/** The body of POST /api/office/offers/{courseId}/students. */
export const enterSchema = z.strictObject({
  rows: z.array(rollRowSchema).max(MAX_ROLL_NUMBERS, { error: 'enrolment.too_many' }),
  from_day: calendarDay.describe('The first day of these students on their places; YYYY-MM-DD'),
  enter: z.number().int().min(1).nullable().describe('The number that a check found; null checks only'),
});

/** Why a line cannot be entered; 'twice' and 'elsewhere' are about a number that another line or offer has. */
const ROLL_PROBLEMS = ['empty', 'form', 'twice', 'elsewhere'] as const;

/** What entering does, or would do; the response of POST /api/office/offers/{courseId}/students. */
export const entryPlanSchema = z.object({
  entered: z.number().int().describe('Students who get a place'),
  known: z.number().int().describe('Students who have one in this offer already'),
  without_place: z.array(z.number().int()).describe('Lines of students for whom no place is left'),
  free: z.number().int().describe('Empty places before'),
  problems: z.array(z.object({ line: z.number().int(), problem: z.enum(ROLL_PROBLEMS) })),
});
export type EntryPlan = z.infer<typeof entryPlanSchema>;

/** The response of POST /api/office/roll-numbers. */
export const rollRowsSchema = z.object({ rows: z.array(rollRowSchema) });

/** The body of POST /api/office/students/{enrolmentId}/leave. */
export const leaveSchema = z.strictObject({
  day: calendarDay.describe('The last day on the place; YYYY-MM-DD'),
  reason: z.enum(LEAVING_REASONS).describe('The reason'),
});

/** The body of POST /api/office/students/{enrolmentId}/move. */
export const moveSchema = z.strictObject({
  course_id: idSchema('enrolment.place').describe('The offer of the new place, of the same institute and session'),
  number: z
    .number({ error: 'enrolment.place' })
    .int({ error: 'enrolment.place' })
    .min(1, { error: 'enrolment.place' })
    .nullable()
    .describe('The number of the place in the register of that offer; null: its first empty one'),
});

export const ofOffer = z.object({ courseId: idSchema('admin.not_found') });
export const ofStudent = z.object({ enrolmentId: idSchema('admin.not_found') });

/** The body of POST /api/billing/{billingId}/certificates. */
export const certificateSchema = z.strictObject({
  course_id: idSchema('own_adoption.not_found').describe('The course of the adoption that it is about'),
});

/** The body of POST /api/user/student-mails. */
export const studentMailsSchema = z.strictObject({
  send: z.boolean().describe('Whether to send them: about all adoptions of the account, or of the guest'),
});
