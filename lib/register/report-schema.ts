import { z } from 'zod';
import { GROUPS, MARKS, OUTCOMES, REPORT_KINDS, type Group } from '@/db/schema/report-kinds';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_ROLL_NUMBERS, MAX_SEATS } from '@/lib/platform/limits';
import { fileParts, lineSchema, rollRowSchema } from './schema';

/** Students of a report on one page. */
export const STUDENTS_PER_PAGE = 60;

const version = z.int().min(0).describe('The version of the report that the page showed; 0 for one without marks');

export const ofReport = z.object({
  courseId: idSchema('admin.not_found'),
  kind: z.enum(REPORT_KINDS, { error: 'admin.not_found' }),
});
export const ofOutcome = z.object({ courseId: idSchema('admin.not_found') });

/** The body of POST /api/office/offers/{courseId}/reports/{kind}. */
export const markSchema = z.strictObject({
  version,
  marks: z
    .array(z.strictObject({ student: idSchema(), mark: z.enum(MARKS) }))
    .max(STUDENTS_PER_PAGE)
    .describe('Students of the offer; the marks of the others stay'),
  state: z.boolean().describe('Whether the institute states the report with it'),
});
export type GivenMarks = z.infer<typeof markSchema>;

/** The response: what is stored now. */
export const markedSchema = z.object({
  gone: z.number().int().describe('Students who were left out: they left, or their seat was given back'),
  unmarked: z.number().int().describe('Students without a mark'),
  stated: z.boolean(),
});
export type Marked = z.infer<typeof markedSchema>;

/** A roll number and what is said of it, as in a file, with its line there. */
const markRowSchema = rollRowSchema.extend({ state: z.string().max(1000) });
export type MarkRow = z.infer<typeof markRowSchema>;

/** The response of POST /api/office/report-rows. */
export const markRowsSchema = z.object({ rows: z.array(markRowSchema), ...fileParts });

/** The body of POST /api/office/offers/{courseId}/reports/{kind}/rows. */
export const enterMarksSchema = z.strictObject({
  rows: z.array(markRowSchema).max(MAX_ROLL_NUMBERS, { error: 'enrolment.too_many' }),
  enter: z.number().int().min(1).nullable().describe('The number that a check found; null checks only'),
});

/** Why a line cannot be used: no or no known roll number, there twice, a student who is gone, or no known state. */
const MARK_PROBLEMS = ['empty', 'unknown', 'twice', 'gone', 'state'] as const;

/** What entering rows does, or would do. */
export const markPlanSchema = z.object({
  marked: z.number().int().describe('Students who get a mark, or another one'),
  same: z.number().int().describe('Students who have it already'),
  unmarked: z.number().int().describe('Students without a mark afterwards'),
  problems: z.array(lineSchema.extend({ problem: z.enum(MARK_PROBLEMS) })),
});
export type MarkPlan = z.infer<typeof markPlanSchema>;

export type Outcomes = Record<(typeof OUTCOMES)[number], number>;
const total = z
  .int({ error: 'report.total' })
  .min(0, { error: 'report.total' })
  .max(MAX_SEATS, { error: 'report.total' });

/** The body of POST /api/office/offers/{courseId}/outcome: how many students each is true of. */
export const outcomeSchema = z.strictObject({
  version,
  ...(Object.fromEntries(OUTCOMES.map((name) => [name, total])) as Record<keyof Outcomes, typeof total>),
});

const groupTotal = total.nullable().describe('Null: not stated');

/** The body of POST /api/office/offers/{courseId}/reports/{kind}/composition: of the students in the report. */
export const compositionSchema = z.strictObject({
  version: z.int().min(0).describe('The version of the totals that the page showed; 0: none'),
  ...(Object.fromEntries(GROUPS.map((group) => [group, groupTotal])) as Record<Group, typeof groupTotal>),
});
