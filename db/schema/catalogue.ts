import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { known } from './known';
import { COURSE_TYPES, INSTITUTE_KINDS, SESSION_STATES } from './enums';

/** A college or institute; a course may have none ('Other Institutes'). */
export const institutes = pgTable(
  'institutes',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    city: text().notNull(),
    /** Its number of AISHE, NCVT or the department, as parseNumber of lib/catalogue/institute-details.ts writes it: a file finds it by this. */
    number: text(),
    /** Its name in Hindi. This and the details for its public page are optional; null if unknown. */
    hindi: text(),
    address: text(),
    /** An http or https address. */
    website: text(),
    kind: text({ enum: INSTITUTE_KINDS }),
    /** An e-mail address or a phone number of the office, for the public. */
    contact: text(),
    /** A phone number besides an e-mail address in `contact`. */
    phone: text(),
    /** What the office of the institute says on its public page: InstituteTexts of lib/catalogue/institute-texts.ts. */
    texts: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When name or details last changed: the version that an edit names. */
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('institutes_name_city').on(sql`lower(${t.name})`, sql`lower(${t.city})`),
    uniqueIndex('institutes_number').on(t.number),
    check('institutes_number_form', sql`${t.number} ~ '^[0-9A-Z]([0-9A-Z./-]{0,38}[0-9A-Z])?$'`),
    check('institutes_name_given', sql`length(trim(${t.name})) > 0`),
    check('institutes_hindi_length', sql`length(${t.hindi}) between 1 and 200`),
    check('institutes_address_length', sql`length(${t.address}) between 1 and 300`),
    check('institutes_website_form', sql`${t.website} ~ '^https?://' and length(${t.website}) <= 300`),
    known('institutes_kind_known', t.kind, INSTITUTE_KINDS),
    check('institutes_contact_length', sql`length(${t.contact}) between 1 and 200`),
    check('institutes_phone_length', sql`length(${t.phone}) between 1 and 200`),
    check('institutes_texts_length', sql`length(${t.texts}::text) <= 20000`),
  ],
);

/**
 * What an institute was called before it got another name, and institutes that became a part of it: files and pages still find
 * it by these. Adoptions and papers keep the names of their time.
 */
export const formerInstitutes = pgTable(
  'former_institutes',
  {
    /** Of a merged institute: its id, which addresses and the audit log have. */
    id: uuid().primaryKey().defaultRandom(),
    instituteId: uuid('institute_id')
      .notNull()
      .references(() => institutes.id),
    name: text().notNull(),
    city: text().notNull(),
    /** The number of a merged institute, if it had one. */
    number: text(),
    isMerged: boolean('is_merged').notNull(),
    /** Until when it had the name, or was an institute of its own. */
    endedAt: timestamp('ended_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('former_institutes_institute').on(t.instituteId),
    index('former_institutes_name').on(sql`lower(${t.name})`, sql`lower(${t.city})`),
    index('former_institutes_number')
      .on(t.number)
      .where(sql`${t.number} is not null`),
  ],
);

/**
 * An academic year, '2026-27', for which seats are adopted. Days are those of India. Its offers are public while it is open
 * and adopting has begun and not ended (lib/catalogue/statements.ts).
 */
export const academicSessions = pgTable(
  'academic_sessions',
  {
    /** Never changes: courses refer to it, and lines of adoptions repeat it. */
    name: text().primaryKey(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    /** The first and last day on which seats can be adopted; null: from opening the session, until closing it. */
    adoptingFrom: date('adopting_from'),
    adoptingUntil: date('adopting_until'),
    state: text({ enum: SESSION_STATES }).notNull().default('planned'),
    /** Increased by every change, so that an outdated page is noticed. */
    version: integer().notNull().default(0),
  },
  (t) => [
    // Migration 0034 also has the constraint academic_sessions_overlap: no day belongs to two sessions.
    check(
      'academic_sessions_name_form',
      sql`${t.name} ~ '^[0-9]{4}-[0-9]{2}$' and ${t.name} = extract(year from ${t.firstDay})::int || '-' || right((extract(year from ${t.firstDay})::int + 1)::text, 2)`,
    ),
    check('academic_sessions_days_in_order', sql`${t.firstDay} <= ${t.lastDay}`),
    check('academic_sessions_adopting_in_order', sql`${t.adoptingFrom} <= ${t.adoptingUntil}`),
    known('academic_sessions_state_known', t.state, SESSION_STATES),
  ],
);

/** The session of a row that names none: the open one; null, and so refused, if there is none or there are several. */
export const defaultSession = sql`default_session()`;

/**
 * An offer: the seats of a branch of a course type in a city, for one session and one year of study. Seats left =
 * total − adopted − held, never stored: adopted seats belong to a
 * sponsor permanently, held seats wait for a payment.
 */
export const courses = pgTable(
  'courses',
  {
    id: uuid().primaryKey().defaultRandom(),
    instituteId: uuid('institute_id').references(() => institutes.id),
    city: text().notNull(),
    courseType: text('course_type', { enum: COURSE_TYPES }).notNull(),
    branch: text().notNull(),
    /** Name of the branch in Hindi; null if unknown. */
    branchHindi: text('branch_hindi'),
    totalSeats: integer('total_seats').notNull(),
    adoptedSeats: integer('adopted_seats').notNull().default(0),
    heldSeats: integer('held_seats').notNull().default(0),
    pricePaise: bigint('price_paise', { mode: 'number' }).notNull(),
    /** Length of the whole course in years; null if unknown. Prices are per year. */
    durationYears: integer('duration_years'),
    isOpen: boolean('is_open').notNull().default(true),
    session: text()
      .notNull()
      .default(defaultSession)
      .references(() => academicSessions.name),
    /** 1 for the intake, 2 and more for students who continue. */
    studyYear: integer('study_year').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When total, price, duration, openness or the Hindi name last changed; changes of adopted and held seats do not update it. */
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    // One course per city, institute, type, branch, session and year, so that an import finds the row it updates.
    uniqueIndex('courses_natural_key').on(
      sql`lower(${t.city})`,
      sql`coalesce(${t.instituteId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      t.courseType,
      sql`lower(${t.branch})`,
      t.session,
      t.studyYear,
    ),
    index('courses_city_type').on(sql`lower(${t.city})`, t.courseType),
    // Courses of a branch everywhere, which people wait for near a place.
    index('courses_branch').on(sql`lower(${t.branch})`, t.courseType),
    known('courses_type_known', t.courseType, COURSE_TYPES),
    check('courses_branch_hindi_length', sql`length(${t.branchHindi}) between 1 and 200`),
    check('courses_total_seats_range', sql`${t.totalSeats} between 0 and 10000`),
    check('courses_adopted_seats_range', sql`${t.adoptedSeats} >= 0`),
    check('courses_held_seats_range', sql`${t.heldSeats} >= 0`),
    check('courses_seats_not_oversold', sql`${t.adoptedSeats} + ${t.heldSeats} <= ${t.totalSeats}`),
    // At most one crore rupees per seat: with 10,000 seats per course and 200 lines, totals stay exact integers in
    // JavaScript.
    check('courses_price_range', sql`${t.pricePaise} between 0 and 1000000000`),
    check('courses_duration_range', sql`${t.durationYears} between 1 and 6`),
    check('courses_study_year_range', sql`${t.studyYear} between 1 and coalesce(${t.durationYears}, 6)`),
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
