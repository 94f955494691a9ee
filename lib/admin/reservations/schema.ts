import { z } from 'zod';
import { COURSE_TYPES, RESERVATION_KINDS } from '@/db/schema/enums';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { companyDomain } from '@/lib/company/company-domain';
import { sessionName } from '@/lib/catalogue/session';
import { ADDRESS_OR_DOMAIN, plainEmail, plainHost } from '@/lib/platform/email';
import { emailSchema, nameSchema } from '@/lib/platform/fields';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_LINES } from '@/lib/platform/limits';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { queryText } from '@/lib/platform/search-params';

const MAX_SEATS = 10_000;

const HOLDER = new RegExp(`^${ADDRESS_OR_DOMAIN}$`);

/** Who may draw on a reservation: an e-mail address, or the domain of a company, not one of a public provider. */
const holderSchema = z
  .string({ error: 'reservation.holder_invalid' })
  .overwrite((text) => (text.includes('@') ? plainEmail(text) : plainHost(text)))
  .max(254, { error: 'reservation.holder_invalid', abort: true })
  .regex(HOLDER, { error: 'reservation.holder_invalid', abort: true })
  .refine((text) => text.includes('@') || companyDomain(text) !== null, { error: 'reservation.domain_public' });

const untilSchema = z.iso
  .datetime({ offset: true, error: 'reservation.until_invalid' })
  .transform((text) => new Date(text));

/** The offers and seats that are to be kept, each offer once. */
export const keptLinesSchema = z
  .array(
    z.strictObject({
      id: idSchema('course.unknown').describe('Id of the course'),
      seats: z
        .int({ error: 'reservation.seats_range' })
        .min(1, { error: 'reservation.seats_range' })
        .max(MAX_SEATS, { error: 'reservation.seats_range' }),
    }),
  )
  .min(1, { error: 'seats.none_selected' })
  .max(MAX_LINES, { error: 'selection.too_many' })
  .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, { error: 'reservation.line_twice' });

/** An agreement with a company: a body of POST /api/admin/entries (seatsForCompanySchema). */
export const agreementSchema = z.strictObject({
  company: nameSchema(200, { required: 'reservation.company_required', tooLong: 'adoption.text_too_long' }),
  holder: holderSchema.describe(
    'Who may draw on the seats: an e-mail address, or a domain for everybody with an address there',
  ),
  email: emailSchema(254, {
    required: 'reservation.email_invalid',
    tooLong: 'reservation.email_invalid',
    invalid: 'reservation.email_invalid',
  }).describe('Where the link goes'),
  locale: z.enum(LOCALES).describe('Language of the e-mails'),
  until: untilSchema.describe('The end of the reservation, with its offset from UTC'),
  reason: reasonSchema,
  lines: keptLinesSchema,
});
export type Agreement = z.infer<typeof agreementSchema>;

/** The body of PATCH /api/admin/reservations/{reservationId}. `version` is that of the page. */
export const reservationActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('confirm'), version: z.int().min(0), reason: reasonSchema }),
  z.strictObject({ action: z.literal('end'), version: z.int().min(0), reason: reasonSchema }),
  z.strictObject({ action: z.literal('extend'), version: z.int().min(0), reason: reasonSchema, until: untilSchema }),
]);
export type ReservationAction = z.infer<typeof reservationActionSchema>;

/** The body of POST /api/admin/waiting/{requestId}. */
export const waitingActionSchema = z.strictObject({
  action: z.literal('withdraw').describe('What to do with the request'),
  reason: reasonSchema,
});

type ReservationKind = (typeof RESERVATION_KINDS)[number];

/** 'request': somebody asked to be told when seats are free. */
export const LISTED_KINDS = [...RESERVATION_KINDS, 'request'] as const;

/** Waits for a second administrator, or for free seats; a request that has an offer; lasts; has ended. */
export const RESERVATION_STATES = ['waiting', 'offered', 'live', 'ended'] as const;
type State = (typeof RESERVATION_STATES)[number];

/** All reservations and requests, the newest first: search and filters. Requests alone are in the order of their rank. */
export const RESERVATION_LIST = defineList('/admin/catalogue/reservations', {
  /** A part of the company, the holder or the e-mail address; of a request also of its branch or city. */
  q: queryText.optional(),
  kind: z.enum(LISTED_KINDS).optional(),
  type: z.enum(COURSE_TYPES).optional(),
  session: sessionName.optional(),
  state: z.enum(RESERVATION_STATES).optional(),
});
export type ReservationFilter = FilterOf<typeof RESERVATION_LIST>;

/** A request to be told about free seats as administrators see it. */
export type ShownRequest = {
  id: string;
  kind: 'request';
  state: Exclude<State, 'live'>;
  email: string;
  courseType: string;
  branch: string;
  /** '' if any institute of the city, or near it, will do. */
  institute: string;
  city: string;
  /** Kilometres around the city; null without a distance. */
  radiusKm: number | null;
  session: string;
  studyYear: number;
  seats: number;
  minSeats: number;
  createdAt: Date;
  missedOffers: number;
};

/** Open requests of a course type in a city, and the seats that they want. */
export type Demand = { courseType: string; city: string; requests: number; seats: number };

/** A reservation as administrators see it; times are ISO 8601. */
export type ShownReservation = {
  id: string;
  kind: ReservationKind;
  state: Exclude<State, 'offered'>;
  /** The e-mail address or domain whose owners may draw on the seats. */
  holder: string;
  /** '' of seats that somebody waited for. */
  company: string;
  email: string;
  reason: string;
  scan_id: string | null;
  created_by: string;
  created_at: string;
  /** Who confirmed it; '' if nobody did. */
  confirmed_by: string;
  /** Whether the reader made it, so that somebody else has to confirm it. */
  needs_other: boolean;
  /** The address that puts the unused seats into the cart of whoever opens it. */
  link: string;
  until: string;
  /** To be sent with a change. */
  version: number;
  /** `used_seats`: drawn by adoptions and not given back. */
  lines: ReservedLine[];
};

/** A course of a reservation; `course` names it with its institute and city. */
type ReservedLine = {
  id: string;
  course: string;
  course_type: string;
  branch: string;
  institute: string;
  city: string;
  session: string;
  study_year: number;
  seats: number;
  used_seats: number;
};

/** A course that has fewer free seats than are to be kept; 0 if it is not offered. */
export type Shortage = { course_id: string; course: string; seats: number; available: number };

/** Details of an answer about seats that are not free. */
export const missingSeats = z.object({
  shortages: z.array(
    z.object({ course_id: idSchema(), course: z.string(), seats: z.int(), available: z.int().describe('Free seats') }),
  ),
});
