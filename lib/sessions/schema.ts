import { z } from 'zod';
import type { SessionState } from '@/db/schema/enums';
import { REPORT_KINDS, type ReportKind } from '@/db/schema/report-kinds';
import { sessionName } from '@/lib/catalogue/session';
import { calendarDay } from '@/lib/platform/search-params';

const day = z
  .string({ error: 'session.day' })
  .refine((text) => calendarDay.safeParse(text).success, { error: 'session.day' });

/** The days of a session, YYYY-MM-DD: its first and last, and those on which seats can be adopted; null: while it is open. */
const days = {
  first_day: day,
  last_day: day,
  adopting_from: day.nullable(),
  adopting_until: day.nullable(),
};
type Days = z.infer<z.ZodObject<typeof days>>;

function checkDays({ first_day, last_day, adopting_from, adopting_until }: Days, context: z.RefinementCtx): void {
  if (last_day < first_day) context.addIssue({ code: 'custom', message: 'session.days_order', path: ['last_day'] });
  if (adopting_from !== null && adopting_until !== null && adopting_until < adopting_from)
    context.addIssue({ code: 'custom', message: 'session.adopting_order', path: ['adopting_until'] });
}

/** The body of POST /api/admin/academic-sessions. A name that does not fit the first day is refused by the mutation. */
export const newSessionSchema = z.strictObject({ name: sessionName, ...days }).superRefine(checkDays);
export type NewSession = z.infer<typeof newSessionSchema>;

const version = z.int().min(0);

/** The body of PATCH /api/admin/academic-sessions/{session}. */
export const sessionEditSchema = z.strictObject({ ...days, version }).superRefine(checkDays);
export type SessionEdit = z.infer<typeof sessionEditSchema>;

const reportDay = day.nullable().describe('YYYY-MM-DD; null: there is no such report');

/** The body of PUT /api/admin/academic-sessions/{session}/report-dates; the days follow each other. */
export const reportDatesSchema = z
  .strictObject({
    version,
    ...(Object.fromEntries(REPORT_KINDS.map((kind) => [kind, reportDay])) as Record<ReportKind, typeof reportDay>),
  })
  .superRefine((dates, context) => {
    let last = '';
    for (const kind of REPORT_KINDS) {
      const next = dates[kind];
      if (next === null) continue;
      if (next <= last) context.addIssue({ code: 'custom', message: 'report.dates_order', path: [kind] });
      last = next;
    }
  });
export type GivenReportDates = z.infer<typeof reportDatesSchema>;
export type ReportDates = Record<ReportKind, string | null>;

const PERCENT = { error: 'session.percent' };

/** By how many per cent prices change, at most two decimals; they are rounded to whole rupees. */
export const pricePercent = z.coerce
  .number(PERCENT)
  .min(-90, PERCENT)
  .max(200, PERCENT)
  .refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6, PERCENT);

/** Where the offers of a session come from when it opens, besides those that an import gave it. */
const sources = {
  /** The session whose offers are repeated; absent: none. */
  from: sessionName.optional(),
  percent: pricePercent.default(0),
  /** Whether there are also offers of the following year of study, with the adopted seats of `from`. */
  continuing: z.enum(['yes', 'no']).default('yes'),
  /** Whether students of adoptions that nobody has paid for continue as well. */
  unpaid: z.enum(['yes', 'no']).default('no'),
};

/** The parameters of the dry run of a session, in its address. */
export const openingSchema = z.object(sources);
export type Opening = z.infer<typeof openingSchema>;

/** The body of POST /api/admin/academic-sessions/{session}. `offers` and `seats`: what the dry run showed. */
export const sessionActionSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('open'),
    version,
    ...sources,
    offers: z.int().min(0),
    seats: z.int().min(0),
  }),
  z.strictObject({ action: z.literal('close'), version }),
  z.strictObject({ action: z.literal('invite'), version, unpaid: sources.unpaid }),
]);
export type SessionAction = z.infer<typeof sessionActionSchema>;

/** A session as administrators see it. Days are YYYY-MM-DD; seats are those of its open offers, of all years of study. */
export type ListedSession = {
  name: string;
  state: SessionState;
  firstDay: string;
  lastDay: string;
  adoptingFrom: string | null;
  adoptingUntil: string | null;
  version: number;
  offers: number;
  seats: number;
  adopted: number;
  held: number;
};

/**
 * Whom an invitation to renew would reach: sponsors, seats that would be reserved for them, and their price in paise; and what
 * cannot be reserved.
 */
export type RenewalPlan = {
  /** The session whose students continue. */
  last: string;
  sponsors: number;
  seats: number;
  paise: number;
  /** Seats that continue while fewer are free, and how many offers that concerns; those with the most of them. */
  missingSeats: number;
  missingOffers: number;
  shortages: { course: string; continuing: number; reserved: number }[];
  /** Sponsors without a proven e-mail address, and their seats. */
  unprovenSponsors: number;
  unprovenSeats: number;
  /** Sponsors of adoptions that nobody has paid for, and their seats, whether they are invited or not. */
  unpaidSponsors: number;
  unpaidSeats: number;
};

/** Sponsors and seats of a part of the invitations of a session. */
type RenewalPart = { sponsors: number; seats: number };

/** The renewals of a session: all, those that became adoptions, those that were given back or not used, and open ones. */
export type RenewalSums = Record<'invited' | 'renewed' | 'ended' | 'open', RenewalPart>;

/** Offers added up: their number, seats, lowest and highest price per seat, and the price of all seats, in paise. */
export type OfferSums = { offers: number; seats: number; minPaise: number; maxPaise: number; paise: number };

/** The same of the session before, null if it had none. */
export type Compared = { name: string; now: OfferSums | null; before: OfferSums | null };

/** What a session would offer when it opens. */
export type DryRun = {
  /** The session that begins before it; null if there is none. */
  last: string | null;
  total: Compared;
  types: Compared[];
  districts: Compared[];
  /** The offers that opening adds: of the first year, and of students who continue. */
  intake: number;
  continuing: number;
  /** Courses with adopted seats whose duration is unknown: nobody can say whether their students continue. */
  unknownDuration: number;
};
