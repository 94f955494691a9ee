import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ADOPTED_STATES, stateList, statesThat, BILLING_STATES, type BillingState } from './billing-states';
import type { AdoptionEventName } from './adoption-events';
import { users } from './accounts';
import { companies, companyGroups } from './company';
import { courses, defaultSession } from './catalogue';
import { isOneOf, known } from './known';
import {
  BILLING_CHANNELS,
  CHANGE_REQUEST_KINDS,
  CHANGE_REQUEST_STATES,
  ENTRY_STATES,
  MOVE_STATES,
  RESERVATION_KINDS,
  SCAN_TYPES,
  VERIFIED_CHANNELS,
  WAITING_ENDINGS,
} from './enums';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Conditions on a state for the checks. A state that is added to the table changes their text: it needs a migration. */
const whenEach = (states: BillingState[], result: SQL): SQL =>
  sql.join(
    states.map((state) => sql`when ${sql.raw(stateList([state]))} then ${result}`),
    sql` `,
  );

const UNVERIFIED = statesThat(({ verified }) => verified === 'no');

const MAYBE_VERIFIED = statesThat(({ verified }) => verified === 'maybe');

const ANY_CHANNEL = statesThat(({ channel }) => channel === 'any');

/** An adoption. `state` changes only as billing-states.ts allows; rows with seats are never deleted. */
export const billings = pgTable(
  'billings',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Printed on the summary and encoded in its QR code; random, so that it cannot be guessed. */
    reference: text().notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /**
     * The colleague who made it for the company; null for the owner and for guests. No foreign key: it outlives the
     * colleague's account.
     */
    madeBy: uuid('made_by'),
    channel: text({ enum: BILLING_CHANNELS }).notNull(),
    state: text({ enum: BILLING_STATES }).notNull().default('draft'),
    /** The sponsor form (Sponsor of lib/adoption/core/schema.ts) when the adoption was made; lacks fields added since. */
    sponsor: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    totalPaise: bigint('total_paise', { mode: 'number' }).notNull(),
    verifiedAt: timestamp('verified_at', { withTimezone: true }),
    /**
     * Where the verifying code was sent, 'email' or 'phone': the only verified contact; 'paper' if two administrators entered
     * it. Null if unknown.
     */
    verifiedChannel: text('verified_channel', { enum: VERIFIED_CHANNELS }),
    /** When the seats of a hold may be released, by the database clock; not cleared afterwards. */
    holdExpiresAt: timestamp('hold_expires_at', { withTimezone: true }),
    /**
     * The limits that count its seats while they are unpaid: keys of `unpaid_seats`, and the number of seats
     * (lib/adoption/core/limit-keys.ts).
     */
    limitKeys: text('limit_keys')
      .array()
      .notNull()
      .default(sql`'{}'`),
    limitSeats: integer('limit_seats').notNull().default(0),
    /** The end of the term of a pledge; null if it has none. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /**
     * The days on which the parts of a pledge are due, in order; null if it is paid at once. `dueAt` is then the end of the
     * day of the first part that is not paid.
     */
    instalments: date({ mode: 'string' }).array(),
    /** The amounts of the parts if an administrator planned them anew, in proportion to the total; null: equal parts. */
    instalmentPaise: bigint('instalment_paise', { mode: 'number' }).array(),
    /** Money received and paid back: online payments, confirmed bank receipts and refunds. */
    receivedPaise: bigint('received_paise', { mode: 'number' }).notNull().default(0),
    refundedPaise: bigint('refunded_paise', { mode: 'number' }).notNull().default(0),
    /** The record of the company that its papers show; null: that of the account, if it has one (`companyOf`). */
    companyId: uuid('company_id').references(() => companies.id),
    /** The company's own number of the order; null if it has none. */
    orderNumber: text('order_number'),
    /** As users.billing_details: only for the release before. */
    paperDetails: jsonb('paper_details').$type<Record<string, string>>(),
    /** Language of the messages to the sponsor. */
    locale: text().notNull().default('en'),
    /** Whether the sponsor allows the public pages of the institutes to name its company; only adopted seats are shown. */
    showCompany: boolean('show_company').notNull().default(false),
    /** Whether the sponsor wants to support these places until their courses end. Binds nobody; prepares the renewal. */
    isCommitted: boolean('is_committed').notNull().default(false),
    /** Increased by every change of an administrator or the sponsor, so that an outdated page is noticed. */
    version: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    // One open draft per person in the dashboard (A-06). In the public channel anyone may open a draft in anyone's
    // name, so a new one does not end others (security 61).
    uniqueIndex('billings_one_draft')
      .on(sql`coalesce(${t.madeBy}, ${t.userId})`)
      .where(sql`${t.state} = 'draft' and ${t.channel} = 'dashboard'`),
    // One payment window per person: a changed selection releases the previous hold.
    uniqueIndex('billings_one_hold')
      .on(sql`coalesce(${t.madeBy}, ${t.userId})`)
      .where(sql`${t.state} = 'held'`),
    index('billings_hold_expires')
      .on(t.holdExpiresAt)
      .where(sql`${t.state} = 'held'`),
    index('billings_user').on(t.userId),
    // Finds the adoptions of a guest who registers later. Their statistics are an object of their own (migration 0029).
    index('billings_guest_email')
      .on(sql`lower(${t.sponsor}->>'email')`)
      .where(sql`${t.channel} = 'public'`),
    // The last two columns allow index-only scans when counting a status.
    index('billings_state').on(t.state, t.createdAt, t.id, t.verifiedAt, t.holdExpiresAt),
    check('billings_instalments_count', sql`cardinality(${t.instalments}) between 2 and 12`),
    check(
      'billings_instalments_amounts',
      sql`${t.instalmentPaise} is null or ${t.instalments} is not null and cardinality(${t.instalmentPaise}) = cardinality(${t.instalments}) and 0 < all(${t.instalmentPaise})`,
    ),
    known('billings_channel_known', t.channel, BILLING_CHANNELS),
    known('billings_state_known', t.state, BILLING_STATES),
    // A replaced adoption may have been verified: a hold whose sponsor changed the selection.
    check(
      'billings_verified_by_state',
      sql`case ${t.state} ${whenEach(UNVERIFIED, sql`${t.verifiedAt} is null`)} ${whenEach(MAYBE_VERIFIED, sql`true`)} else ${t.verifiedAt} is not null end`,
    ),
    check(
      'billings_verified_channel',
      sql`${t.verifiedChannel} is null or (${isOneOf(t.verifiedChannel, VERIFIED_CHANNELS)} and ${t.verifiedAt} is not null)`,
    ),
    check(
      'billings_window_by_state',
      sql`case when ${t.channel} = 'public' or ${isOneOf(t.state, UNVERIFIED)} then ${t.holdExpiresAt} is null when ${isOneOf(t.state, MAYBE_VERIFIED)} then true else ${t.holdExpiresAt} is not null end`,
    ),
    check('billings_state_of_channel', sql`${t.channel} = 'dashboard' or ${isOneOf(t.state, ANY_CHANNEL)}`),
    // The companies on the page of an institute.
    index('billings_show_company')
      .on(t.id)
      .where(sql`${t.showCompany}`),
    index('billings_due')
      .on(t.dueAt)
      .where(sql`${t.state} = 'pledged' and ${t.dueAt} is not null`),
    // Pledges of which some money arrived: few, and counted on every page of administrators.
    index('billings_short')
      .on(t.id)
      .where(sql`${t.state} = 'pledged' and ${t.receivedPaise} > ${t.refundedPaise}`),
    index('billings_paid_back')
      .on(t.id)
      .where(sql`${t.refundedPaise} > 0`),
    // Money received beyond what is owed (db/balance.ts).
    index('billings_refund_due')
      .on(t.id)
      .where(
        sql`${t.receivedPaise} - ${t.refundedPaise} > case when ${isOneOf(t.state, ADOPTED_STATES)} then ${t.totalPaise} else 0 end`,
      ),
    index('billings_company')
      .on(t.companyId)
      .where(sql`${t.companyId} is not null`),
    check('billings_order_number_length', sql`char_length(${t.orderNumber}) between 1 and 100`),
    check('billings_total_positive', sql`${t.totalPaise} >= 0`),
    check('billings_money_range', sql`${t.receivedPaise} >= 0 and ${t.refundedPaise} >= 0`),
  ],
);

/**
 * That a sponsor agreed to the terms and the privacy notice, written by the statement that verifies the adoption
 * (lib/adoption/take/take-statements.ts) and never changed. Adoptions of before have none.
 */
export const consents = pgTable(
  'consents',
  {
    billingId: uuid('billing_id')
      .primaryKey()
      .references(() => billings.id, { onDelete: 'cascade' }),
    /** Since when the texts are as they were (lib/settings/texts-since.ts). */
    termsSince: timestamp('terms_since', { withTimezone: true }).notNull(),
    privacySince: timestamp('privacy_since', { withTimezone: true }).notNull(),
    /** Language of the texts that were shown. */
    locale: text().notNull(),
    /** As billings.verified_channel at that time. */
    channel: text({ enum: VERIFIED_CHANNELS }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [known('consents_channel_known', t.channel, VERIFIED_CHANNELS)],
);

/**
 * Seats that are kept for one holder until a time (lib/adoption/core/reservation-statements.ts). Until `endedAt` its unused seats
 * count in `courses.held_seats`; after `until` they are free nevertheless, as those of a hold that ended.
 */
export const reservations = pgTable(
  'reservations',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: RESERVATION_KINDS }).notNull(),
    /** A second administrator has not confirmed it: its seats are kept, and nobody can draw on them. */
    isProposed: boolean('is_proposed').notNull().default(false),
    confirmedBy: uuid('confirmed_by'),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    /** Who may draw on it: a key of lib/adoption/core/limit-keys.ts, 'email:…' or 'domain:…'. */
    holder: text().notNull(),
    company: text().notNull(),
    /** Where messages about it go. */
    email: text().notNull(),
    /** Language of the messages. */
    locale: text().notNull().default('en'),
    until: timestamp({ withTimezone: true }).notNull(),
    reason: text().notNull(),
    /** The administrator; null if nobody made it by hand. */
    createdBy: uuid('created_by'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When its unused seats were returned, and the administrator who ended it early; null if its time was over. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    endedBy: uuid('ended_by'),
    /** Of the newest reminder: the days before the end that it was due on. Null if none was sent since `until` was set. */
    remindedDays: integer('reminded_days'),
    /** Increased by every change of an administrator, so that an outdated page is noticed. */
    version: integer().notNull().default(0),
  },
  (t) => [
    index('reservations_until')
      .on(t.until)
      .where(sql`${t.endedAt} is null`),
    index('reservations_holder')
      .on(t.holder)
      .where(sql`${t.endedAt} is null`),
    index('reservations_created').on(t.createdAt, t.id),
    // Those that wait for a second administrator, who is told.
    index('reservations_proposed')
      .on(t.createdAt)
      .where(sql`${t.isProposed} and ${t.endedAt} is null`),
    known('reservations_kind_known', t.kind, RESERVATION_KINDS),
    check('reservations_agreement_made_by', sql`${t.kind} <> 'agreement' or ${t.createdBy} is not null`),
    check('reservations_confirmed', sql`${t.confirmedAt} is null or not ${t.isProposed}`),
    check('reservations_holder_form', sql`${t.holder} ~ '^(email:.+@.+|domain:.+)$'`),
    check('reservations_ended_by', sql`${t.endedBy} is null or ${t.endedAt} is not null`),
  ],
);

/** The seats of a reservation by course, at the price that is promised until its end. */
export const reservationItems = pgTable(
  'reservation_items',
  {
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id),
    seats: integer().notNull(),
    /** Seats that adoptions have drawn and not given back. */
    usedSeats: integer('used_seats').notNull().default(0),
    pricePaise: bigint('price_paise', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reservationId, t.courseId] }),
    index('reservation_items_course').on(t.courseId),
    check('reservation_items_seats_range', sql`${t.seats} between 0 and 10000`),
    check('reservation_items_used_range', sql`${t.usedSeats} between 0 and ${t.seats}`),
    check('reservation_items_price_range', sql`${t.pricePaise} between 0 and 1000000000`),
  ],
);

/**
 * A wish to be told when seats are free (lib/waiting): of one course, of its branch in its city, or of its branch
 * near a place. Its columns from the course say what was wanted, for requests of a branch also which courses fit.
 */
export const waitingRequests = pgTable(
  'waiting_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Who waits: the key 'email:…' of lib/adoption/core/limit-keys.ts, and the address that messages go to. */
    holder: text().notNull(),
    email: text().notNull(),
    /** Whose offers count together: the key of the company's domain, of public e-mail providers that of the address. */
    company: text().notNull(),
    /** Language of the messages. */
    locale: text().notNull().default('en'),
    /** The course; null if any institute of the city, or near the place, will do. */
    courseId: uuid('course_id').references(() => courses.id),
    courseType: text('course_type').notNull(),
    branch: text().notNull(),
    /** The city of the course, or the place. */
    city: text().notNull(),
    /** Kilometres around the place; null without one. */
    radiusKm: integer('radius_km'),
    session: text().notNull(),
    studyYear: integer('study_year').notNull(),
    seats: integer().notNull(),
    minSeats: integer('min_seats').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** The oldest comes first. A larger wish, and an offer that was not used, move a request to the end. */
    rankedAt: timestamp('ranked_at', { withTimezone: true }).notNull().defaultNow(),
    /** The reservation with the seats that are offered now. */
    offerId: uuid('offer_id').references(() => reservations.id),
    /** Offers whose time passed without a seat being adopted. */
    missedOffers: integer('missed_offers').notNull().default(0),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    ending: text({ enum: WAITING_ENDINGS }),
  },
  (t) => [
    index('waiting_requests_open')
      .on(t.session, t.courseType, sql`lower(${t.branch})`, t.studyYear)
      .where(sql`${t.endedAt} is null`),
    index('waiting_requests_offered')
      .on(t.company)
      .where(sql`${t.offerId} is not null`),
    uniqueIndex('waiting_requests_one_of_course')
      .on(t.holder, t.courseId)
      .where(sql`${t.endedAt} is null and ${t.courseId} is not null`),
    uniqueIndex('waiting_requests_one_of_branch')
      .on(
        t.holder,
        t.session,
        t.courseType,
        sql`lower(${t.branch})`,
        sql`lower(${t.city})`,
        t.studyYear,
        sql`coalesce(${t.radiusKm}, 0)`,
      )
      .where(sql`${t.endedAt} is null and ${t.courseId} is null`),
    index('waiting_requests_holder').on(t.holder),
    // With proposals_course: the undo of an import looks up each course, and removes some.
    index('waiting_requests_course').on(t.courseId),
    index('waiting_requests_created').on(t.createdAt, t.id),
    check('waiting_requests_holder_form', sql`${t.holder} ~ '^email:.+@.+$'`),
    check(
      'waiting_requests_seats_range',
      sql`${t.seats} between 1 and 10000 and ${t.minSeats} between 1 and ${t.seats}`,
    ),
    check(
      'waiting_requests_ending_known',
      sql`(${t.endedAt} is null) = (${t.ending} is null) and ${isOneOf(t.ending, WAITING_ENDINGS)}`,
    ),
    check(
      'waiting_requests_radius_range',
      sql`${t.radiusKm} is null or ${t.courseId} is null and ${t.radiusKm} between 1 and 1000`,
    ),
    check('waiting_requests_offer_of_open', sql`${t.offerId} is null or ${t.endedAt} is null`),
  ],
);

/**
 * An adoption that came on paper or by telephone, entered by an administrator. A second one confirms it, which makes the
 * billing, or refuses it. Until then its seats are kept by a reservation, as far as none of the company has them.
 */
export const adoptionEntries = pgTable(
  'adoption_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    state: text({ enum: ENTRY_STATES }).notNull().default('waiting'),
    /** The sponsor form; null once confirmed: the billing has it. */
    sponsor: jsonb().$type<Readonly<Record<string, string>>>(),
    /** Language of the messages. */
    locale: text().notNull(),
    /** Seats and the prices that the company was told, in paise, by course, in order. */
    lines: jsonb().$type<{ id: string; seats: number; pricePaise: number }[]>().notNull(),
    /** What names the paper or the call, such as a number and a day. */
    paperReference: text('paper_reference').notNull(),
    note: text().notNull(),
    /** What papers of the adoption print of the company, by the fields that administrators correct; null: nothing. */
    details: jsonb().$type<Readonly<Record<string, string>>>(),
    /** The known company that it was entered for; null for a new one. */
    groupId: uuid('group_id').references(() => companyGroups.id),
    /** What keeps the seats; null if reservations of the company have all of them. */
    reservationId: uuid('reservation_id').references(() => reservations.id),
    billingId: uuid('billing_id')
      .unique()
      .references(() => billings.id),
    enteredBy: uuid('entered_by').notNull(),
    enteredAt: timestamp('entered_at', { withTimezone: true }).notNull().defaultNow(),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** Why it was confirmed or refused. */
    answer: text(),
    /** Increased by every change, so that an outdated page is noticed. */
    version: integer().notNull().default(0),
  },
  (t) => [
    index('adoption_entries_entered').on(t.enteredAt, t.id),
    index('adoption_entries_waiting')
      .on(t.enteredAt)
      .where(sql`${t.state} = 'waiting'`),
    // The same paper is entered once.
    uniqueIndex('adoption_entries_paper')
      .on(sql`lower(${t.sponsor}->>'email')`, sql`lower(${t.paperReference})`)
      .where(sql`${t.state} = 'waiting'`),
    known('adoption_entries_state_known', t.state, ENTRY_STATES),
    check('adoption_entries_decided', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
    check('adoption_entries_billing', sql`(${t.state} = 'confirmed') = (${t.billingId} is not null)`),
    check('adoption_entries_sponsor', sql`(${t.state} = 'confirmed') = (${t.sponsor} is null)`),
  ],
);

/** The scan of a paper that an administrator entered: of an adoption, or of an agreement; of neither until it is entered. */
export const paperScans = pgTable(
  'paper_scans',
  {
    id: uuid().primaryKey().defaultRandom(),
    entryId: uuid('entry_id')
      .unique()
      .references(() => adoptionEntries.id, { onDelete: 'cascade' }),
    reservationId: uuid('reservation_id')
      .unique()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    mediaType: text('media_type', { enum: SCAN_TYPES }).notNull(),
    content: bytea().notNull(),
    uploadedBy: uuid('uploaded_by').notNull(),
    uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('paper_scans_uploaded').on(t.uploadedAt),
    known('paper_scans_type_known', t.mediaType, SCAN_TYPES),
    check('paper_scans_of_one', sql`${t.entryId} is null or ${t.reservationId} is null`),
    check('paper_scans_size', sql`octet_length(${t.content}) between 1 and 5242880`),
  ],
);

/** The lines of an adoption: course, seats, and the names, price, session and year of study at that time (A-86). */
export const billingItems = pgTable(
  'billing_items',
  {
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id),
    position: integer().notNull(),
    seats: integer().notNull(),
    pricePaise: bigint('price_paise', { mode: 'number' }).notNull(),
    courseName: text('course_name').notNull(),
    branch: text().notNull(),
    institute: text().notNull(),
    /** The names in Hindi that the catalogue had then; null if it had none. */
    branchHindi: text('branch_hindi'),
    instituteHindi: text('institute_hindi'),
    city: text().notNull(),
    session: text().notNull().default(defaultSession),
    studyYear: integer('study_year').notNull().default(1),
    /**
     * The reservation that the seats were drawn from. In a draft, and as long as none are drawn: the reservation whose
     * price was quoted, because it is below that of the course; all seats are then drawn from it, or none.
     */
    reservationId: uuid('reservation_id').references(() => reservations.id),
    /** How many of the seats were drawn from the reservation and go back to it while it lasts. */
    reservedSeats: integer('reserved_seats').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.billingId, t.courseId] }),
    // The adoptions that drew on a reservation.
    index('billing_items_reservation')
      .on(t.reservationId)
      .where(sql`${t.reservationId} is not null`),
    check(
      'billing_items_reserved_seats_range',
      sql`${t.reservedSeats} = 0 or ${t.reservationId} is not null and ${t.reservedSeats} between 1 and ${t.seats}`,
    ),
    index('billing_items_course').on(t.courseId),
    // The lines of the sessions that are not over: the pledges of all others lapse.
    index('billing_items_session')
      .on(t.session, t.billingId)
      .where(sql`${t.seats} > 0`),
    // Includes the plain city, because an index with expressions alone is never used for an index-only scan.
    index('billing_items_type_city').on(t.courseName, sql`lower(${t.city})`, t.billingId, t.city),
    // Zero seats: a reduction removed the line.
    check('billing_items_seats_range', sql`${t.seats} between 0 and 10000`),
    check('billing_items_price_range', sql`${t.pricePaise} between 0 and 1000000000`),
  ],
);

/**
 * What a renewal continues: lines of adoptions, each once, with the seats that were reserved for them. Those of one course
 * are together the seats of its reservation.
 */
export const renewalLines = pgTable(
  'renewal_lines',
  {
    /** The line that continues. */
    billingId: uuid('billing_id').notNull(),
    fromCourseId: uuid('from_course_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    /** The offer of the next year of study. */
    courseId: uuid('course_id').notNull(),
    /** Those that are reserved: 0 once all were given back. */
    seats: integer().notNull(),
  },
  (t) => [
    // Two administrators, or two runs, never reserve for the same line twice.
    primaryKey({ columns: [t.billingId, t.fromCourseId] }),
    foreignKey({
      name: 'renewal_lines_line_fk',
      columns: [t.billingId, t.fromCourseId],
      foreignColumns: [billingItems.billingId, billingItems.courseId],
    }),
    foreignKey({
      name: 'renewal_lines_reserved_fk',
      columns: [t.reservationId, t.courseId],
      foreignColumns: [reservationItems.reservationId, reservationItems.courseId],
    }),
    index('renewal_lines_reservation').on(t.reservationId, t.courseId),
    check('renewal_lines_seats_range', sql`${t.seats} between 0 and 10000`),
  ],
);

/**
 * A proposal to a sponsor to move the seats of a line to another offer. It changes only while its adoption is locked; one that is
 * over by time, or has nothing left to move, stays open until the job ends it.
 */
export const seatMoves = pgTable(
  'seat_moves',
  {
    id: uuid().primaryKey().defaultRandom(),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id, { onDelete: 'cascade' }),
    fromCourseId: uuid('from_course_id')
      .notNull()
      .references(() => courses.id),
    /** The offer that was proposed; of accepted ones the one that the sponsor chose. */
    toCourseId: uuid('to_course_id')
      .notNull()
      .references(() => courses.id),
    state: text({ enum: MOVE_STATES }).notNull().default('open'),
    seats: integer().notNull(),
    /** The price of a seat there. */
    pricePaise: bigint('price_paise', { mode: 'number' }).notNull(),
    /** Keeps the seats while it is open. */
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id),
    until: timestamp({ withTimezone: true }).notNull(),
    /** What the sponsor reads. */
    reason: text().notNull(),
    /** The administrator. */
    startedBy: uuid('started_by').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('seat_moves_one_open')
      .on(t.billingId, t.fromCourseId)
      .where(sql`${t.state} = 'open'`),
    index('seat_moves_open')
      .on(t.until)
      .where(sql`${t.state} = 'open'`),
    // Those that came back to the administrators.
    index('seat_moves_back')
      .on(t.endedAt)
      .where(sql`${t.state} in ('declined', 'lapsed')`),
    index('seat_moves_billing').on(t.billingId),
    index('seat_moves_from').on(t.fromCourseId),
    index('seat_moves_to').on(t.toCourseId),
    known('seat_moves_state_known', t.state, MOVE_STATES),
    check('seat_moves_ended', sql`(${t.state} = 'open') = (${t.endedAt} is null)`),
    check('seat_moves_other_course', sql`${t.fromCourseId} <> ${t.toCourseId}`),
    check('seat_moves_seats_range', sql`${t.seats} between 1 and 10000`),
    check('seat_moves_price_range', sql`${t.pricePaise} between 0 and 1000000000`),
  ],
);

/**
 * Seats pledged or held but not paid for, by limit key: 'email:…', 'domain:…' or 'phone:…'. Triggers on `billings`
 * maintain the sums for every writer (migration 0006); a statement that takes seats locks its rows first.
 */
export const unpaidSeats = pgTable(
  'unpaid_seats',
  {
    key: text().primaryKey(),
    seats: integer().notNull().default(0),
    /** Set by `npm run seats:limit`; null if the configured limit applies. */
    maxSeats: integer('max_seats'),
  },
  (t) => [
    check('unpaid_seats_range', sql`${t.seats} >= 0`),
    check('unpaid_seats_max_range', sql`${t.maxSeats} between 0 and 100000000`),
  ],
);

/** The history of an adoption, in order: actor, event, previous and new state. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id, { onDelete: 'cascade' }),
    event: text().$type<AdoptionEventName>().notNull(),
    fromState: text('from_state', { enum: BILLING_STATES }),
    toState: text('to_state', { enum: BILLING_STATES }).notNull(),
    actor: text().notNull(),
    /** The sponsor's person who did it, with name and e-mail at that time; null for others and for events of the past. */
    person: text(),
    /** What else happened, such as the seats of a reduction; amounts in paise. Null if nothing. */
    detail: jsonb().$type<Record<string, unknown>>(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('billing_events_billing').on(t.billingId),
    index('billing_events_at').on(t.at),
    // The statistics look for changes of the seats of every adoption that they count, and there are few.
    index('billing_events_seats')
      .on(t.billingId, t.id)
      .where(sql`${t.event} in ('reduced', 'moved')`),
  ],
);

/**
 * A change of an adoption that waits for a decision: a cancellation or reduction of paid seats or another e-mail address of a
 * guest, which a second administrator approves, or one of the sponsor, which an administrator answers.
 */
export const changeRequests = pgTable(
  'change_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id),
    kind: text({ enum: CHANGE_REQUEST_KINDS }).notNull(),
    /** Of a reduction: the new seats by course id. */
    lines: jsonb().$type<Record<string, number>>(),
    /** Of another e-mail address: the new one; empty once the sponsor's account was deleted. */
    email: text(),
    /** The reason of the administrator, or the message of the sponsor. */
    reason: text().notNull(),
    /** Null if the sponsor asks. */
    requestedBy: uuid('requested_by'),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
    state: text({ enum: CHANGE_REQUEST_STATES }).notNull().default('open'),
    answer: text(),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (t) => [
    // One open request by administrators, and one by the sponsor.
    uniqueIndex('change_requests_one_open')
      .on(t.billingId, sql`(${t.requestedBy} is null)`)
      .where(sql`${t.state} = 'open'`),
    index('change_requests_billing').on(t.billingId),
    index('change_requests_open')
      .on(t.requestedAt)
      .where(sql`${t.state} = 'open'`),
    known('change_requests_kind_known', t.kind, CHANGE_REQUEST_KINDS),
    known('change_requests_state_known', t.state, CHANGE_REQUEST_STATES),
    check('change_requests_wish_of_sponsor', sql`(${t.kind} = 'wish') = (${t.requestedBy} is null)`),
    check('change_requests_lines_of_reduction', sql`(${t.kind} = 'reduce') = (${t.lines} is not null)`),
    check('change_requests_email_given', sql`(${t.kind} = 'email') = (${t.email} is not null)`),
    check('change_requests_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
  ],
);
