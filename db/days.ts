import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** The day of a time in India. */
export const dayInIndia = (time: AnyPgColumn): SQL<string> => sql`(${time} at time zone 'Asia/Kolkata')::date`;

/** The current day in India, by the clock of the database. */
export const todayInIndia: SQL<string> = sql`(now() at time zone 'Asia/Kolkata')::date`;
