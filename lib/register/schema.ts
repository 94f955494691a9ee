import { z } from 'zod';
import { LEAVING_REASONS } from '@/db/schema/enums';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_ROLL_NUMBERS } from '@/lib/platform/limits';
import { calendarDay } from '@/lib/platform/search-params';

/** Maximum length of a roll number. */
export const MAX_ROLL_NUMBER = 40;

/** The lists of a file, and the number of one; typed numbers have none. */
export const MAX_LISTS = 100;
const listNumber = z
  .number()
  .int()
  .min(0)
  .max(MAX_LISTS - 1);

/** A roll number as typed or in a file, with its line there. */
export const rollRowSchema = z.object({
  line: z.number().int().min(1),
  list: listNumber.optional().describe('The list of the file that has it; its numbers are judged together'),
  roll: z.string().max(1000),
  from_day: calendarDay.optional().describe('The day of admission in the file, YYYY-MM-DD'),
});
export type ReadRoll = z.infer<typeof rollRowSchema>;

const enteredRowSchema = rollRowSchema.extend({
  sure: z.literal(true).optional().describe('The answer to a question of the check: it is a roll number'),
});
export type RollRow = z.infer<typeof enteredRowSchema>;

/** The body of POST /api/office/offers/{courseId}/students. */
export const enterSchema = z.strictObject({
  rows: z.array(enteredRowSchema).max(MAX_ROLL_NUMBERS, { error: 'enrolment.too_many' }),
  from_day: calendarDay.describe('The first day on their places of students without one in the session; YYYY-MM-DD'),
  enter: z.number().int().min(1).nullable().describe('The number that a check found; null checks only'),
});

/**
 * Why a line of a list is no roll number: no value; a row that is hidden; words of a heading, total or signature; a number
 * with a name; a day, an exponent, decimals, a range, several numbers, a formula, other signs, or too long; or a line whose
 * cells have shifted.
 */
const ROLL_PROBLEMS = [
  ...['empty', 'hidden', 'words', 'name', 'date', 'exponent', 'decimal', 'range', 'list', 'formula', 'form', 'long'],
  'cells',
] as const;
export type RollProblem = (typeof ROLL_PROBLEMS)[number];

/** What is asked about a number: it differs from those beside it, has a word that may be a name, or may be several. */
const ROLL_QUESTIONS = ['neighbours', 'word', 'several'] as const;
export type RollQuestion = (typeof ROLL_QUESTIONS)[number];

/** A line of a list. */
export const lineSchema = z.object({ line: z.number().int(), list: listNumber.optional() });

/** What entering does, or would do; the response of POST /api/office/offers/{courseId}/students. */
export const entryPlanSchema = z.object({
  entered: z.number().int().describe('Students who get a place'),
  dated: z.number().int().describe('Those of them whose first day is that of their row: it is in the session'),
  known: z.number().int().describe('Students who have one in this offer already'),
  without_place: z.array(lineSchema).describe('Lines of students for whom no place is left'),
  free: z.number().int().describe('Empty places before'),
  rolls: z.array(z.string()).describe('The numbers of those who get a place, as they were read'),
  problems: z
    .array(lineSchema.extend({ problem: z.enum([...ROLL_PROBLEMS, 'twice', 'elsewhere']) }))
    .describe("Lines that cannot be entered; 'twice' and 'elsewhere': another line or offer has the number"),
  questions: z
    .array(lineSchema.extend({ roll: z.string(), question: z.enum(ROLL_QUESTIONS) }))
    .describe('Lines that are entered only with `sure`'),
});
export type EntryPlan = z.infer<typeof entryPlanSchema>;

/** A list of roll numbers in a file: a column below a title. */
const rollListSchema = z.object({
  list: listNumber,
  sheet: z.string().describe('Its name; empty for a text'),
  hidden: z.boolean(),
  column: z.string().describe('As spreadsheets name it: A, B'),
  title: z.string().describe('Empty for a column alone without a title'),
  line: z.number().int().describe('Of the title or of the first row'),
  count: z.number().int().describe('Roll numbers'),
  first: z.string().nullable(),
  last: z.string().nullable(),
  read: z.boolean().describe('Whether its rows are in the response'),
});
export type RollList = z.infer<typeof rollListSchema>;

/** What a file has besides the rows that were read in it. */
export const fileParts = {
  lists: z.array(rollListSchema).max(MAX_LISTS),
  other_sheets: z.array(z.string()).describe('Sheets with rows but without such a column'),
  problems: z.array(lineSchema.extend({ problem: z.enum(ROLL_PROBLEMS) })).describe('Lines without a roll number'),
};

/** The response of POST /api/office/roll-numbers. */
export const rollRowsSchema = z.object({ rows: z.array(rollRowSchema), ...fileParts });

/** The query of both. */
export const listsQuery = z.object({
  lists: z
    .string()
    .regex(/^\d{1,2}(,\d{1,2}){0,99}$/)
    .transform((numbers) => numbers.split(',').map(Number))
    .optional()
    .describe('The lists to read, of an answer for this file; without it those that are likely meant'),
});

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

/** The body of POST /api/office/students/{enrolmentId}/roll. */
export const correctSchema = z.strictObject({
  roll: z.string({ error: 'enrolment.roll' }).max(1000, { error: 'enrolment.roll' }).describe('The roll number'),
  replace: z.boolean().describe('Whether it is stored if it is another one'),
});

/** The response. */
export const comparedSchema = z.object({ matches: z.boolean().describe('Whether it was the stored number') });

export const ofOffer = z.object({ courseId: idSchema('admin.not_found') });
export const ofStudent = z.object({ enrolmentId: idSchema('admin.not_found') });

/** The body of POST /api/billing/{billingId}/certificates. */
export const certificateSchema = z.strictObject({
  session: z
    .string({ error: 'own_adoption.not_found' })
    .max(20, { error: 'own_adoption.not_found' })
    .describe('The academic session of the adoption that it is about'),
});

/** The body of POST /api/user/student-mails. */
export const studentMailsSchema = z.strictObject({
  send: z.boolean().describe('Whether to send them: about all adoptions of the account, or of the guest'),
});
