import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { isCompanyDomain } from '@/lib/adoption/limit-keys';
import { plainEmail, plainHost } from '@/lib/platform/email';
import { emailSchema, nameSchema } from '@/lib/platform/fields';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_LINES } from '@/lib/platform/limits';
import { LOCALES } from '@/lib/platform/i18n/locale';

const MAX_SEATS = 10_000;

const HOLDER = /^([^\s@]+@)?[^\s@.]+(\.[^\s@.]+)+$/;

/** Who may draw on a reservation: an e-mail address, or the domain of a company, not one of a public provider. */
const holderSchema = z
  .string({ error: 'reservation.holder_invalid' })
  .overwrite((text) => (text.includes('@') ? plainEmail(text) : plainHost(text)))
  .max(254, { error: 'reservation.holder_invalid', abort: true })
  .regex(HOLDER, { error: 'reservation.holder_invalid', abort: true })
  .refine((text) => text.includes('@') || isCompanyDomain(text), { error: 'reservation.domain_public' });

const untilSchema = z.iso
  .datetime({ offset: true, error: 'reservation.until_invalid' })
  .transform((text) => new Date(text));

/** The body of POST /api/admin/reservations: an agreement with a company. */
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
  lines: z
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
    .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, {
      error: 'reservation.line_twice',
    }),
});
export type Agreement = z.infer<typeof agreementSchema>;

/** The body of PATCH /api/admin/reservations/{reservationId}. `version` is that of the page. */
export const reservationActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('end'), version: z.int().min(0), reason: reasonSchema }),
  z.strictObject({ action: z.literal('extend'), version: z.int().min(0), reason: reasonSchema, until: untilSchema }),
]);
export type ReservationAction = z.infer<typeof reservationActionSchema>;

const RESERVATION_STATES = ['live', 'ended'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** The most reservations of a response of GET /api/admin/reservations. */
export const RESERVATION_PAGE = 50;

/** The query of GET /api/admin/reservations. */
export const reservationsQuery = z.object({
  state: z.enum(RESERVATION_STATES).optional().describe('Only those that last, or only those that have ended'),
  before: idSchema().optional().describe('The id of the last reservation of the page before'),
});

/** A reservation as administrators see it. */
export const shownReservation = z.object({
  id: idSchema(),
  kind: z.literal('agreement'),
  state: z.enum(RESERVATION_STATES),
  holder: z.string().describe('The e-mail address or domain whose owners may draw on the seats'),
  company: z.string(),
  email: z.string(),
  reason: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  until: z.iso.datetime(),
  version: z.int().describe('To be sent with a change'),
  lines: z.array(
    z.object({
      id: idSchema().describe('Id of the course'),
      course: z.string(),
      seats: z.int(),
      used_seats: z.int().describe('Drawn by adoptions and not given back'),
      price_per_seat: z.string().describe('Rupees; promised until the end of the reservation'),
    }),
  ),
});
export type ShownReservation = z.infer<typeof shownReservation>;

/** Details of an answer about seats that are not free. */
export const missingSeats = z.object({
  shortages: z.array(
    z.object({ course_id: idSchema(), course: z.string(), seats: z.int(), available: z.int().describe('Free seats') }),
  ),
});
