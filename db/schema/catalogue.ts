import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** A college or institute; a course may have none ('Other Institutes'). */
export const institutes = pgTable(
  'institutes',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    city: text().notNull(),
    /** Details for its public page, all optional; null if unknown. */
    address: text(),
    /** An http or https address. */
    website: text(),
    /** 'government', 'aided' or 'private' (INSTITUTE_KINDS of lib/catalogue/institute-details.ts). */
    kind: text().$type<'government' | 'aided' | 'private'>(),
    /** An e-mail address or a phone number of the office, for the public. */
    contact: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When name or details last changed: the version that an edit names. */
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('institutes_name_city').on(sql`lower(${t.name})`, sql`lower(${t.city})`),
    check('institutes_name_given', sql`length(trim(${t.name})) > 0`),
    check('institutes_address_length', sql`length(${t.address}) between 1 and 300`),
    check('institutes_website_form', sql`${t.website} ~ '^https?://' and length(${t.website}) <= 300`),
    check('institutes_kind_known', sql`${t.kind} in ('government', 'aided', 'private')`),
    check('institutes_contact_length', sql`length(${t.contact}) between 1 and 200`),
  ],
);

/**
 * A branch of a course type in a city. Seats left = total − adopted − held, never stored: adopted seats belong to a
 * sponsor permanently, held seats wait for a payment.
 */
export const courses = pgTable(
  'courses',
  {
    id: uuid().primaryKey().defaultRandom(),
    instituteId: uuid('institute_id').references(() => institutes.id),
    city: text().notNull(),
    courseType: text('course_type').$type<'M.Tech' | 'B.Tech' | 'Diploma' | 'Polytechnic' | 'ITI'>().notNull(),
    branch: text().notNull(),
    totalSeats: integer('total_seats').notNull(),
    adoptedSeats: integer('adopted_seats').notNull().default(0),
    heldSeats: integer('held_seats').notNull().default(0),
    pricePaise: bigint('price_paise', { mode: 'number' }).notNull(),
    /** Length of the whole course in years; null if unknown. Prices are per year. */
    durationYears: integer('duration_years'),
    isOpen: boolean('is_open').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When total, price, duration or openness last changed; changes of adopted and held seats do not update it. */
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    // One course per city, institute, type and branch, so that an import finds the row it updates.
    uniqueIndex('courses_natural_key').on(
      sql`lower(${t.city})`,
      sql`coalesce(${t.instituteId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      t.courseType,
      sql`lower(${t.branch})`,
    ),
    index('courses_city_type').on(sql`lower(${t.city})`, t.courseType),
    check('courses_type_known', sql`${t.courseType} in ('M.Tech', 'B.Tech', 'Diploma', 'Polytechnic', 'ITI')`),
    check('courses_total_seats_range', sql`${t.totalSeats} between 0 and 10000`),
    check('courses_adopted_seats_range', sql`${t.adoptedSeats} >= 0`),
    check('courses_held_seats_range', sql`${t.heldSeats} >= 0`),
    check('courses_seats_not_oversold', sql`${t.adoptedSeats} + ${t.heldSeats} <= ${t.totalSeats}`),
    // At most one crore rupees per seat: with 10,000 seats per course and 200 lines, totals stay exact integers in
    // JavaScript.
    check('courses_price_range', sql`${t.pricePaise} between 0 and 1000000000`),
    check('courses_duration_range', sql`${t.durationYears} between 1 and 6`),
    // The page of an institute.
    index('courses_institute').on(t.instituteId),
  ],
);

/**
 * Towns that lib/catalogue/places/places.json lacks or has elsewhere, from the District, Latitude and Longitude columns of an
 * import.
 */
export const places = pgTable(
  'places',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    district: text().notNull(),
    /** Degrees. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('places_name').on(sql`lower(${t.name})`),
    check('places_name_given', sql`length(trim(${t.name})) > 0 and length(trim(${t.district})) > 0`),
    check('places_position_range', sql`${t.latitude} between -90 and 90 and ${t.longitude} between -180 and 180`),
  ],
);
