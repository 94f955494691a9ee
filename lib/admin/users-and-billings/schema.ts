import { z } from 'zod';
import { BILLING_STATES, STATES, type BillingPaymentStatus, type StatusIcon } from '@/db/schema/billing-states';
import { COLLEAGUE_ROLES, COURSE_TYPES, USER_KINDS, VERIFIED_CHANNELS } from '@/db/schema/enums';
import { consentSchema } from '@/lib/adoption/core/consent-rules';
import { sessionName } from '@/lib/catalogue/session';
import { idSchema } from '@/lib/platform/id-schema';
import { chosenColumns, defineList, type FilterOf } from '@/lib/platform/list';
import { requirePaise, toRupees } from '@/lib/platform/money';
import { calendarDay, queryText } from '@/lib/platform/search-params';
import type { CompanyRole } from '@/lib/accounts/company-roles';

/** The payment statuses: paid first, then in the order of the states. All but 'completed' have the colour of pending. */
export const BILLING_PAYMENT_STATUSES = [
  ...new Set<BillingPaymentStatus>(['completed', ...BILLING_STATES.map((state) => STATES[state].paymentStatus)]),
];

/** Returns the icon of the first state with this status. */
export const iconOfStatus = (status: BillingPaymentStatus): StatusIcon =>
  STATES[BILLING_STATES.find((state) => STATES[state].paymentStatus === status)!].icon;

/** In the order of the list of people. */
const PERSON_ROLES = ['owner', ...COLLEAGUE_ROLES] as const satisfies readonly CompanyRole[];

/** A user as administrators see one: a registered sponsor, a guest, or an account that its sponsor deleted. */
const userRecordSchema = z.object({
  id: idSchema(),
  kind: z.enum(USER_KINDS),
  full_name: z.string(),
  designation: z.string(),
  email: z.string(),
  phone_number: z.string(),
  company_name: z.string(),
  industry: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  locked_courses: z.array(z.string()),
  /** The owner and the colleagues, the user included; empty for an account of one person. */
  company_people: z.array(z.object({ id: idSchema(), full_name: z.string(), role: z.enum(PERSON_ROLES) })),
  /** Another e-mail address that waits for a second owner; null if none does. */
  email_change: z
    .object({
      email: z.string(),
      reason: z.string(),
      /** The username of the owner who proposed it; null if there is no such administrator any more. */
      by: z.string().nullable(),
      version: z.string(),
      /** Whether the acting administrator, if an owner, may confirm it. */
      may_confirm: z.boolean(),
    })
    .nullable(),
});
export type UserRecord = z.infer<typeof userRecordSchema>;

/** A line of a billing at the time of the adoption. */
const billingEntrySchema = z.object({
  courseName: z.string(),
  branch: z.string(),
  institute: z.string(),
  city: z.string(),
  session: z.string(),
  study_year: z.number().int(),
  pricePerSeat: z.number(),
  selectedSeats: z.number().int(),
});

/**
 * A billing as the API returns it to administrators, with the sponsor's company and the reference printed on documents.
 */
const billingResponse = z.object({
  id: idSchema(),
  user_id: idSchema(),
  reference: z.string(),
  company_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  total_price: z.number(),
  /** By course id. */
  selected_courses: z.record(z.string(), billingEntrySchema),
  payment_status: z.enum(BILLING_PAYMENT_STATUSES),
  is_verified: z.boolean(),
  /** Where the verifying code was sent, 'paper' if two administrators entered it; null if not verified, or unknown. */
  verified_channel: z.enum(VERIFIED_CHANNELS).nullable(),
  /** The name of the paper or call from which administrators entered it; null for all others. */
  paper_reference: z.string().nullable(),
  /** The company's own number of the order; null if it has none. */
  order_number: z.string().nullable(),
  /** What the sponsor agreed to; null if that was not recorded. */
  consent: consentSchema.nullable(),
  /** Whether its seats are adopted, pledged or paid for: /verify then confirms its reference. */
  is_adopted: z.boolean(),
  created_at: z.string(),
});
type BillingResponse = z.infer<typeof billingResponse>;

/** Converts a billing from the API, whose amounts are in rupees and whose lines are keyed by course id. */
function fromApiBilling({ total_price, selected_courses, ...billing }: BillingResponse) {
  const lines = Object.entries(selected_courses).map(([id, { pricePerSeat, study_year: studyYear, ...line }]) => ({
    id,
    ...line,
    studyYear,
    pricePaise: requirePaise(pricePerSeat),
  }));
  return { ...billing, totalPaise: requirePaise(total_price), lines };
}

/** A billing as administrators see one; the id of a line is that of its course. */
export type BillingRecord = ReturnType<typeof fromApiBilling>;

/** Converts a billing for the API. */
export function toApiBilling({ totalPaise, lines, ...billing }: BillingRecord): BillingResponse {
  const selected_courses = Object.fromEntries(
    lines.map(({ id, pricePaise, studyYear: study_year, ...line }) => [
      id,
      { ...line, study_year, pricePerSeat: toRupees(pricePaise) },
    ]),
  );
  return { ...billing, total_price: toRupees(totalPaise), selected_courses };
}

/** The response of GET /api/user/get_admin_dashboard_data; `counts` include all matches, regardless of `limit`. */
export const dashboardDataResponse = z.object({
  users: z.array(userRecordSchema),
  billings: z.array(billingResponse),
  counts: z.object({ users: z.number().int(), billings: z.number().int() }),
});

/** The response as parsed by the browser. */
export const dashboardDataSchema = dashboardDataResponse.extend({
  billings: z.array(billingResponse.transform(fromApiBilling)),
});
export type DashboardData = z.infer<typeof dashboardDataSchema>;

/** The columns of the table of billings, named as in its spreadsheet. */
export const BILLING_COLUMNS = [
  'reference',
  'company',
  'courses',
  'seats',
  'total',
  'payment',
  'verified',
  'created',
  'session',
] as const;

/** The billings: search, filters, columns and order. Days are whole days in India, `to` included. */
export const BILLING_LIST = defineList(
  '/admin/dashboard',
  {
    /** Search words for company, e-mail or reference. */
    q: queryText.optional(),
    status: z.enum(BILLING_PAYMENT_STATUSES).optional(),
    verified: z.enum(['yes', 'no']).optional(),
    type: z.enum(COURSE_TYPES).optional(),
    session: sessionName.optional(),
    city: queryText.optional(),
    /** Search words for the institute and the branch of a course. */
    institute: queryText.optional(),
    branch: queryText.optional(),
    /** The id of a course. */
    course: idSchema().optional(),
    /** The id of a company. */
    companyId: idSchema().optional(),
    from: calendarDay.optional(),
    to: calendarDay.optional(),
    shown: chosenColumns(BILLING_COLUMNS),
  },
  { created: 'desc', company: 'asc', total: 'desc', seats: 'desc' },
);
export type BillingFilter = FilterOf<typeof BILLING_LIST>;

/** The columns of the table of users, named as in its spreadsheet. */
const USER_COLUMNS = ['name', 'company', 'designation', 'industry', 'email', 'phone', 'kind', 'created'] as const;

/** The users: search, filter, columns and order. */
export const USER_LIST = defineList(
  '/admin/users',
  {
    /** Search words for name, company, e-mail or phone number. */
    q: queryText.optional(),
    kind: z.enum(USER_KINDS).optional(),
    shown: chosenColumns(USER_COLUMNS),
  },
  { created: 'desc', name: 'asc', company: 'asc' },
);
export type UserFilter = FilterOf<typeof USER_LIST>;
