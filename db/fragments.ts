import 'server-only';
import type { Fragment, PendingQuery } from 'postgres';
import { sql } from './client';

/*
 * Parts of statements. A statement is a tagged template of postgres.js, put together from fragments; only statements that control
 * tests take apart are strings with $1, $2, … Drizzle has the schema, its migrations and simple reads and writes of one table.
 */

/** Text of the program as a part of a statement. What comes with a request is never put in this way: it is a parameter. */
export const raw = (text: string): Fragment => sql().unsafe(text);

/** Conditions that must all hold; true where there are none. */
export const all = (conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((joined, condition) => sql()`${joined} and ${condition}`, sql()`true`);

/** The moment at which a day of India begins. @param day YYYY-MM-DD */
export const startOfDay = (day: string): Fragment => sql()`(${day}::text::date::timestamp at time zone 'Asia/Kolkata')`;

/** The moment at which the day after it begins. */
export const endOfDay = (day: string): Fragment =>
  sql()`((${day}::text::date + 1)::timestamp at time zone 'Asia/Kolkata')`;

/**
 * The query as one that is not prepared, so that Postgres plans it for its values. It plans a prepared one for any value from the
 * sixth run on, which makes counting what a common word matches ten times slower (docs/performance.md). postgres.js has this
 * option of `unsafe` for every query and types it for that one only.
 */
export function unprepared<T extends readonly (object | undefined)[]>(query: PendingQuery<T>): PendingQuery<T> {
  (query as unknown as { options: { prepare?: boolean } }).options.prepare = false;
  return query;
}
