import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
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
import { courses } from './catalogue';
import { users } from './identity';

/** The six fields of the sponsor form (Sponsor of lib/adoption/schema.ts, which db may not import) when the adoption was made. */
export type SponsorSnapshot = {
  fullName: string;
  designation: string;
  email: string;
  phone: string;
  company: string;
  industry: string;
};

/** One adoption. `state` moves only by the table in lib/adoption/rules.ts; rows are never deleted while they hold seats. */
export const billings = pgTable(
  'billings',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Printed on the summary and opened by its QR code; random, so that it cannot be guessed. */
    reference: text().notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    channel: text().notNull(),
    state: text().notNull().default('draft'),
    sponsor: jsonb().$type<SponsorSnapshot>().notNull(),
    totalPaise: bigint('total_paise', { mode: 'number' }).notNull(),
    verifiedAt: timestamp('verified_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    // One open draft per person, phone and channel; the phone keeps strangers who know only an e-mail apart.
    uniqueIndex('billings_one_draft')
      .on(t.userId, t.channel, sql`(${t.sponsor}->>'phone')`)
      .where(sql`${t.state} = 'draft'`),
    index('billings_user').on(t.userId),
    check('billings_channel_known', sql`${t.channel} in ('public', 'dashboard')`),
    check('billings_state_known', sql`${t.state} in ('draft', 'pledged', 'replaced')`),
    check('billings_verified_when_pledged', sql`(${t.state} = 'pledged') = (${t.verifiedAt} is not null)`),
    check('billings_total_positive', sql`${t.totalPaise} >= 0`),
  ],
);

/** The lines of an adoption: which course, how many seats, and the names and price of that moment. */
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
    city: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.billingId, t.courseId] }),
    index('billing_items_course').on(t.courseId),
    check('billing_items_seats_positive', sql`${t.seats} between 1 and 10000`),
    check('billing_items_price_range', sql`${t.pricePaise} between 0 and 1000000000`),
  ],
);

/** What happened to an adoption, in order: who, what, from which state to which. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id, { onDelete: 'cascade' }),
    event: text().notNull(),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    actor: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('billing_events_billing').on(t.billingId)],
);
