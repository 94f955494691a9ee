import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** The day of a time in India. */
export const dayInIndia = (time: AnyPgColumn): SQL<string> => sql`(${time} at time zone 'Asia/Kolkata')::date`;

/** The current day in India, by the clock of the database. */
export const todayInIndia: SQL<string> = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** The financial year (April to March, in India) of a time, such as '2026-27'. @param moment a timestamptz */
export const financialYearOf = (moment: SQL): SQL<string> => sql`(
  select start.year || '-' || lpad(((start.year + 1) % 100)::text, 2, '0')
    from (select extract(year from (${moment}) at time zone 'Asia/Kolkata' - interval '3 months')::int as year) start)`;

/** The financial year of a day in India. @param day a text such as '2026-04-01' */
export const financialYearOfDay = (day: SQL): SQL<string> =>
  financialYearOf(sql`((${day})::date::timestamp at time zone 'Asia/Kolkata')`);

/** The present financial year. */
export const THIS_YEAR = financialYearOf(sql`now()`);
