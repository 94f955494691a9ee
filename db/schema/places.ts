import { sql } from 'drizzle-orm';
import { check, doublePrecision, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/**
 * Towns that lib/places/places.json lacks or has elsewhere, from the District, Latitude and Longitude columns of an
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
