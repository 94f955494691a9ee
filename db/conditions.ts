import { fillPlaceholders, sql, SQL, StringChunk, type Placeholder, type Query, type SQLWrapper } from 'drizzle-orm';
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
export const endOfDay = (day: string | SQL): SQL =>
  sql`((${day}::text::date + 1)::timestamp at time zone 'Asia/Kolkata')`;

/** Escapes a text for use in a LIKE pattern. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Condition: a text has a part, whatever the case. */
export const hasPart = (text: SQLWrapper, part: string): SQL => sql`${text} ilike ${`%${likeText(part)}%`}`;

const dialect = new PgDialect();

/** Returns the text of a part without values. */
export function textOf(fragment: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(fragment);
  if (params.length > 0) throw new Error('The fragment has values');
  return text;
}

/** Returns a part without values as one piece of text: large statements are put together more quickly from few pieces. */
export const constant = <T>(part: SQL<T>): SQL<T> => sql.raw(textOf(part)) as SQL<T>;

/** Stands for the values of a statement while `compiled` puts it together. */
export type Slots<Values> = { readonly [Name in keyof Values]: Placeholder };

/**
 * Puts a large statement together once, at its first use; each call only fills in its values. Otherwise a statement that
 * takes seats would cost more time to put together than to run.
 * @param build is called once, so that the text cannot depend on values
 */
export function compiled<Values extends Record<string, unknown>>(
  build: (values: Slots<Values>) => SQL,
): (values: Values) => SQL {
  let statement: Query | null = null;
  return (values) => {
    statement ??= dialect.sqlToQuery(build(slots<Values>()));
    return new Compiled(statement.sql, fillPlaceholders(statement.params, values));
  };
}

/** A statement whose text is ready. No other statement can contain it: its values are not among its parts. */
class Compiled extends SQL {
  constructor(
    private readonly text: string,
    private readonly params: unknown[],
  ) {
    super([new StringChunk(text)]);
  }
  override toQuery(): Query {
    return { sql: this.text, params: this.params };
  }
}

const slots = <Values>() =>
  new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as unknown as Slots<Values>;
