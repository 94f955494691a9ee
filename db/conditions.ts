import { sql, type SQL } from 'drizzle-orm';
import { PgDialect, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { stateList, type BillingState } from './schema/billing-states';

/** Columns of a table or of an alias of it. */
export type Columns<Name extends string> = Record<Name, AnyPgColumn>;

/**
 * A part with a subquery: in a `select` of one table Drizzle leaves out the tables of columns that a field names itself,
 * also of those inside its subqueries.
 */
export const qualified = <T>(part: SQL<T>): SQL<T> => sql`${part}`;

/**
 * Condition: the state of a billing is one of these. The states are literals, as in the partial indexes, which Postgres
 * does not use for parameters.
 */
export const hasState = ({ state }: Columns<'state'>, states: readonly BillingState[]): SQL =>
  sql`${state} in (${sql.raw(stateList(states))})`;

/** The id of the person who made a billing. Must match the expression of the indexes on open drafts and holds. */
export const personOf = ({ madeBy, userId }: Columns<'madeBy' | 'userId'>): SQL<string> =>
  sql`coalesce(${madeBy}, ${userId})`;

/** The start of a day in India as a timestamp. @param day YYYY-MM-DD */
export const startOfDay = (day: string): SQL => sql`(${day}::text::date::timestamp at time zone 'Asia/Kolkata')`;

/** The start of the following day in India. @param day YYYY-MM-DD */
export const endOfDay = (day: string): SQL => sql`((${day}::text::date + 1)::timestamp at time zone 'Asia/Kolkata')`;

/** Escapes a text for use in a LIKE pattern. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const dialect = new PgDialect();

/** Returns the text of a part without values. */
export function textOf(fragment: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(fragment);
  if (params.length > 0) throw new Error('The fragment has values');
  return text;
}

/** Returns a part without values as one piece of text: large statements are put together more quickly from few pieces. */
export const constant = (part: SQL): SQL => sql.raw(textOf(part));
