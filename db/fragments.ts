import 'server-only';
import type { Fragment, PendingQuery } from 'postgres';
import { sql } from './client';

/*
 * Parts of statements. A statement is a postgres.js tagged template composed of fragments; only statements that control
 * tests modify are strings with $1, $2, … Drizzle handles the schema, migrations, and simple reads and writes of one
 * table.
 */

/** Inserts trusted SQL text into a statement. Never use it for request data, which must be parameters. */
export const raw = (text: string): Fragment => sql().unsafe(text);

/** Joins conditions with `and`; true if there are none. */
export const all = (conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((joined, condition) => sql()`${joined} and ${condition}`, sql()`true`);

/** Returns the start of a day in India as a timestamp. @param day YYYY-MM-DD */
export const startOfDay = (day: string): Fragment => sql()`(${day}::text::date::timestamp at time zone 'Asia/Kolkata')`;

/** Returns the start of the following day in India. */
export const endOfDay = (day: string): Fragment =>
  sql()`((${day}::text::date + 1)::timestamp at time zone 'Asia/Kolkata')`;

/**
 * Runs a query without a prepared statement, so that Postgres plans it for its values. From the sixth execution on it
 * uses a generic plan for prepared statements, which makes counting the matches of a common word ten times slower
 * (docs/performance.md). postgres.js supports this option for every query, but types it only for `unsafe`.
 */
export function unprepared<T extends readonly (object | undefined)[]>(query: PendingQuery<T>): PendingQuery<T> {
  (query as unknown as { options: { prepare?: boolean } }).options.prepare = false;
  return query;
}
