import { fillPlaceholders, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
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
  let parts: { texts: SQL[]; params: unknown[] } | null = null;
  return (values) => {
    parts ??= partsOf(build(slots<Values>()));
    const params = fillPlaceholders(parts.params, values);
    return sql.join(parts.texts.flatMap((text, at) => (at === 0 ? [text] : [sql.param(params[at - 1]), text])));
  };
}

const slots = <Values>() =>
  new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as unknown as Slots<Values>;

/** The texts between the parameters of a statement, and the parameters. */
function partsOf(statement: SQL): { texts: SQL[]; params: unknown[] } {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const texts = text.split(/\$\d+/).map((part) => sql.raw(part));
  if (texts.length !== params.length + 1) throw new Error('A literal of the statement looks like a parameter');
  return { texts, params };
}
