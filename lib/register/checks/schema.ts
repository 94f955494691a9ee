import { z } from 'zod';
import { FINDINGS, VERDICTS } from '@/db/schema/enums';
import { MARKS, REPORT_KINDS, type ReportKind } from '@/db/schema/report-kinds';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { sessionName } from '@/lib/catalogue/session';
import { idSchema } from '@/lib/platform/id-schema';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { queryText } from '@/lib/platform/search-params';
import type { LineProgress, TotalProgress } from '@/lib/published/progress';

/** Due or late, or missing because there was no office on the day; stated; and after a spot check found right, or different. */
export const LISTED_STATES = ['due', 'late', 'missed', 'stated', 'checked', 'differs'] as const;

/** Reports of institutes, the latest day first. */
export const REPORT_LIST = defineList('/admin/offices/reports', {
  /** A part of the institute's name and city. */
  q: queryText.optional(),
  state: z.enum(LISTED_STATES).optional(),
  kind: z.enum(REPORT_KINDS).optional(),
  session: sessionName.optional(),
});
export type ReportFilter = FilterOf<typeof REPORT_LIST>;

/** A report as administrators see it. Days are YYYY-MM-DD in India. */
export type ReportRecord = {
  courseId: string;
  /** Null while nothing is stored. */
  reportId: string | null;
  institute: string;
  city: string;
  courseType: string;
  branch: string;
  session: string;
  studyYear: number;
  kind: ReportKind;
  dueOn: string;
  state: (typeof LISTED_STATES)[number];
  statedAt: Date | null;
  remindedOn: string | null;
  /** What is published: of a stated report what it says, otherwise the seats with a student by now. */
  progress: TotalProgress;
  /** Of a stated report on what became of the students; otherwise null. */
  placed: LineProgress['placed'];
  /** Whether it has students of whom a sample can be drawn. */
  hasStudents: boolean;
};

export const ofStoredReport = z.object({ reportId: idSchema('report.not_found') });

/** The body of POST /api/admin/reports/{reportId}/sample: why the students of the sample are looked at. */
export const sampleRequestSchema = z.strictObject({ reason: reasonSchema });

/** The response: the sample of a spot check; of a student only the end of the roll number and the place. */
export const sampleSchema = z.object({
  check_id: idSchema(),
  seed: z.string().describe('With it the draw can be repeated'),
  verdict: z.enum(VERDICTS).nullable().describe('Null until it is recorded what was found'),
  places: z.array(
    z.object({
      student: idSchema(),
      reference: z.string(),
      place: z.int(),
      roll_end: z.string().nullable(),
      mark: z.enum(MARKS),
      found: z.enum(FINDINGS).nullable(),
    }),
  ),
});
export type Sample = z.infer<typeof sampleSchema>;

/** The body of POST /api/admin/reports/{reportId}/check: what was found of every student of the sample. */
export const findingsSchema = z.strictObject({
  check_id: idSchema(),
  findings: z
    .array(z.strictObject({ student: idSchema(), found: z.enum(FINDINGS, { error: 'report.findings' }) }))
    .max(100),
});
