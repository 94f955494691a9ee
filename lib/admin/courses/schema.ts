import { z } from 'zod';
import { COURSE_TYPES, INSTITUTE_KINDS } from '@/db/schema/enums';
import { rupeeAmount } from '@/lib/adoption/core/money-schema';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { dryRunSchema, MAX_PRICE_PAISE } from '@/lib/catalogue-import/schema';
import { DURATION_YEARS, PARSE_DETAIL, type InstituteField } from '@/lib/catalogue/institute-details';
import { sessionName } from '@/lib/catalogue/session';
import { fromApiCourse, toApiCourse } from '@/lib/catalogue/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { chosenColumns, defineList, PAGE_SIZE, type FilterOf } from '@/lib/platform/list';
import { MAX_SEATS } from '@/lib/platform/limits';
import { RUPEES } from '@/lib/platform/money';
import { readAmount } from '@/lib/platform/read-amount';
import { rowChoiceSchema } from '@/lib/platform/row-choice';
import { queryText } from '@/lib/platform/search-params';
import { pricePercent } from '@/lib/sessions/schema';

/** The details of an institute, as the API returns them to administrators; `version` identifies this state of them. */
export const adminInstituteResponse = z.object({
  id: idSchema(),
  number: z.string().nullable(),
  hindi: z.string().nullable(),
  address: z.string().nullable(),
  website: z.string().nullable(),
  kind: z.enum(INSTITUTE_KINDS).nullable(),
  contact: z.string().nullable(),
  version: z.string(),
});
export type AdminInstitute = z.infer<typeof adminInstituteResponse>;

/** A detail as typed; an empty text clears it. @param error its code */
const detail = <F extends Exclude<InstituteField, 'kind'>>(field: F, error = `institute.${field}`) =>
  z.string({ error }).transform((text, context): string | null => {
    const parsed = PARSE_DETAIL[field](text);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

/** The body of PATCH /api/admin/institutes/{instituteId}: all details, and the version they are based on. */
export const instituteEditSchema = z.strictObject({
  number: detail('number'),
  hindi: detail('hindi'),
  address: detail('address'),
  website: detail('website'),
  kind: z.enum(INSTITUTE_KINDS).nullable(),
  contact: detail('contact'),
  version: z.string().min(1).max(64),
});
export type InstituteEdit = z.infer<typeof instituteEditSchema>;

/** Additional body fields of a refused edit of an institute: its current details. */
export const refusedInstituteSchema = z.object({ institute: adminInstituteResponse });

/** A course, open or closed, as the API returns it to administrators. */
export const adminCourseResponse = z.object({
  id: idSchema(),
  city: z.string(),
  /** Null for a course of 'Other Institutes'. */
  institute_name: z.string().nullable(),
  course_name: z.enum(COURSE_TYPES),
  branch: z.string(),
  /** The session of the offer, '2026-27', and its year of study, from 1. */
  session: z.string(),
  study_year: z.number().int(),
  total_seats: z.number().int(),
  adopted_seats: z.number().int(),
  /** Seats waiting for payment; those of ended holds count as left. */
  held_seats: z.number().int(),
  left_seats: z.number().int(),
  price_per_seat: z.string().regex(RUPEES),
  is_open: z.boolean(),
  /** Years of the whole course; null if unknown. */
  duration_years: z.number().int().nullable(),
  /** Name of the branch in Hindi; null if unknown. */
  branch_hindi: z.string().nullable(),
  /** The details of the institute; null for a course of 'Other Institutes'. */
  institute: adminInstituteResponse.nullable(),
  /** When total, price, duration, Hindi name or openness last changed; ISO 8601, UTC. */
  updated_at: z.string(),
  /** Identifies this state of the course; an edit names the version it is based on. */
  version: z.string(),
});

/** The course parsed from the API: the price is `price_paise`. */
export const adminCourseSchema = adminCourseResponse.transform(fromApiCourse);
export type AdminCourse = z.infer<typeof adminCourseSchema>;

/** The reverse of adminCourseSchema. */
export function toApiAdminCourse(course: AdminCourse) {
  const { duration_years, branch_hindi, session, study_year } = course;
  return { ...toApiCourse(course), duration_years, branch_hindi, session, study_year };
}

/** The values that an edit changes. */
export type EditedValues = {
  total_seats?: number;
  price_paise?: number;
  is_open?: boolean;
  duration_years?: number | null;
  branch_hindi?: string | null;
};
/** An edit, and the version of the course that it is based on. */
export type CourseEdit = EditedValues & { version: string };

const RANGE = { error: 'course.total_range' };
const DURATION = { error: 'course.duration_range' };

/**
 * The body of PATCH /api/admin/courses/{courseId}: the changes, and the version they are based on. The price is in
 * rupees, a number or a numeric string, the output is in paise; seats are a whole number without coercion.
 */
export const courseEditSchema = z
  .strictObject({
    total_seats: z.int(RANGE).min(0, RANGE).max(MAX_SEATS, RANGE).optional(),
    price_per_seat: rupeeAmount(0, 'course.price_range', MAX_PRICE_PAISE).optional(),
    is_open: z.boolean().optional(),
    duration_years: z
      .int(DURATION)
      .min(DURATION_YEARS.min, DURATION)
      .max(DURATION_YEARS.max, DURATION)
      .nullable()
      .optional(),
    branch_hindi: detail('hindi', 'course.branch_hindi').optional(),
    version: z.string().min(1).max(64),
  })
  .refine(({ version: _, ...edit }) => Object.values(edit).some((value) => value !== undefined))
  .transform(({ price_per_seat: price_paise, ...edit }): CourseEdit => ({ ...edit, price_paise }));

/** The query of GET /api/admin/courses. */
export const findCoursesQuery = z.object({
  q: queryText.describe('Words of the city, institute or branch'),
  session: sessionName.optional(),
});

/** Offers of a response of GET /api/admin/courses, at most. */
export const MAX_FOUND_COURSES = 10;

/** The response of GET /api/admin/courses, parsed by the client. */
export const foundCoursesSchema = z.object({ courses: z.array(adminCourseSchema), total: z.int() });

/** Additional body fields of a refused edit: the current course. */
export const refusedEditSchema = z.object({ course: adminCourseSchema });

/** By how much prices change, as typed with its sign. @param read null if it is not that */
const priceChange = (read: (typed: string) => number | null) =>
  z
    .string()
    .max(20)
    .transform((typed, context) => {
      const change = read(typed.trim().replace(/^[+−]/, (sign) => (sign === '+' ? '' : '-')));
      if (change) return change;
      context.addIssue({ code: 'custom', message: 'course.price_change' });
      return z.NEVER;
    });

const percentOf = (typed: string) => pricePercent.safeParse(typed.replace(/\s*%$/, '')).data ?? null;

function paiseOf(typed: string): number | null {
  const amount = readAmount(typed);
  return amount === null || amount.paise > MAX_PRICE_PAISE ? null : amount.paise * (amount.isNegative ? -1 : 1);
}

/** What is done to many courses at once. Prices are rounded to whole rupees. */
const manyChange = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('close') }),
  z.strictObject({ act: z.literal('open') }),
  z.strictObject({ act: z.literal('percent'), by: priceChange(percentOf) }),
  /** In rupees; the output is in paise. */
  z.strictObject({ act: z.literal('amount'), by: priceChange(paiseOf) }),
]);
export type ManyChange = z.infer<typeof manyChange>;
export const MANY_ACTS = ['percent', 'amount', 'close', 'open'] as const satisfies ManyChange['act'][];

/** The body of POST /api/admin/catalogue/changes. */
export const manyCoursesSchema = z.strictObject({
  chosen: rowChoiceSchema(z.array(idSchema('course.not_found')).min(1, { error: 'course.none_chosen' }).max(PAGE_SIZE)),
  change: manyChange,
  apply: z
    .strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/), reason: reasonSchema })
    .nullable()
    .describe('The digest of the check to apply, and why; null checks only'),
});

/** What changing many courses would do: the dry run of its import, and what all seats of those that change cost in a year. */
export const manyDryRunSchema = dryRunSchema.extend({ value: z.object({ before: z.string(), after: z.string() }) });
export type ManyDryRun = z.infer<typeof manyDryRunSchema>;

export const ADMIN_COURSE_STATES = ['open', 'closed', 'full'] as const;

/** The columns of the table of courses; each sorts it. */
const COURSE_COLUMNS = [
  'branch',
  'city',
  'institute',
  'type',
  'session',
  'total',
  'adopted',
  'held',
  'left',
  'price',
  'state',
  'changed',
] as const;

/** All courses: search, filters, columns and order. */
export const ADMIN_COURSE_LIST = defineList(
  '/admin/catalogue',
  {
    /** Search words for city, institute or branch. */
    q: queryText.optional(),
    type: z.enum(COURSE_TYPES).optional(),
    city: queryText.optional(),
    /** 'full' means no seats left, open or closed. */
    state: z.enum(ADMIN_COURSE_STATES).optional(),
    session: sessionName.optional(),
    shown: chosenColumns(COURSE_COLUMNS),
    /** The offers of an institute, from its page. */
    institute: idSchema().optional(),
  },
  {
    city: 'asc',
    institute: 'asc',
    type: 'asc',
    branch: 'asc',
    session: 'desc',
    total: 'desc',
    adopted: 'desc',
    held: 'desc',
    left: 'desc',
    price: 'desc',
    state: 'asc',
    changed: 'desc',
  },
);
export type AdminCourseFilter = FilterOf<typeof ADMIN_COURSE_LIST>;
