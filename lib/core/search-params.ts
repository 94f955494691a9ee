import { z } from 'zod';

/** What an address gives: the parameters of a request or of a page. */
export type GivenParams = URLSearchParams | Record<string, string | string[] | undefined>;

/** Characters that a search may have. */
export const MAX_SEARCH_LENGTH = 100;

/** Words to be searched or a name: text that Postgres can hold, without NUL and halves of surrogate pairs. */
export const queryText = z
  .string()
  .trim()
  .max(MAX_SEARCH_LENGTH)
  .regex(/^[^\0\p{Surrogate}]*$/u);

/** A day that exists, in the order of the calendar as text too. */
export const calendarDay = z.iso.date().refine((text) => text >= '1900-01-01');

/** The number of a page as an address gives it: a whole number from 1 without leading zeros; null for anything else. */
export function toPageNumber(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

/**
 * Reads fields from an address. Unknown parameters are ignored and empty ones count as not given, as a form sends them. A
 * wrong value, a parameter that is given twice, and days `from` and `to` that run backwards are left out.
 * @returns the fields, and the names of the parameters that were left out because their values mean nothing
 */
export function parseSearchParams<S extends z.ZodObject>(
  schema: S,
  params: GivenParams,
): { fields: z.output<S>; problems: string[] } {
  const problems: string[] = [];
  const given: Record<string, string> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const [value, ...others] = valuesOf(params, key);
    if (others.length > 0) problems.push(key);
    else if (!value?.trim()) continue;
    else if (z.safeParse(field, value).success) given[key] = value;
    else problems.push(key);
  }
  if (given.from && given.to && given.from > given.to) {
    problems.push('from', 'to');
    delete given.from;
    delete given.to;
  }
  return { fields: schema.parse(given), problems };
}

/** A filter as an address names it, its page from 1, and the parameters that were left out because their values mean nothing. */
export type ParsedFilter<F> = { filter: F; page: number; problems: string[] };

/** parseSearchParams for a filter with its page. */
export function parseFilter<S extends z.ZodObject>(schema: S, params: GivenParams): ParsedFilter<z.output<S>> {
  const { fields: filter, problems } = parseSearchParams(schema, params);
  const [value, ...others] = valuesOf(params, 'page');
  const page = value?.trim() ? toPageNumber(value) : 1;
  if (page === null || others.length > 0) return { filter, page: 1, problems: [...problems, 'page'] };
  return { filter, page, problems };
}

/** Writes fields as the parameters of an address: only what is given and not the default. */
export function toSearchParams(
  schema: z.ZodObject,
  fields: Readonly<Record<string, string | undefined>>,
  page = 1,
): URLSearchParams {
  const defaults: Record<string, unknown> = schema.parse({});
  const params = new URLSearchParams();
  for (const key of Object.keys(schema.shape)) {
    const value = fields[key];
    if (value && value !== defaults[key]) params.set(key, value);
  }
  if (page > 1) params.set('page', String(page));
  return params;
}

/** A column that a table is sorted by, and the way round. */
export type SortOrder<Sort extends string> = { sort: Sort; dir: 'asc' | 'desc' };

/**
 * The order that the head of a column leads to: sorted by it, or the other way round if it is already.
 * @param largestFirst columns that are looked at from the largest, such as figures and days; names begin with A
 */
export function toggleSort<Sort extends string>(
  { sort: now, dir }: SortOrder<Sort>,
  sort: Sort,
  largestFirst: readonly Sort[],
): SortOrder<Sort> {
  if (sort === now) return { sort, dir: dir === 'asc' ? 'desc' : 'asc' };
  return { sort, dir: largestFirst.includes(sort) ? 'desc' : 'asc' };
}

function valuesOf(params: GivenParams, key: string): string[] {
  if (params instanceof URLSearchParams) return params.getAll(key);
  return [(Object.hasOwn(params, key) && params[key]) || []].flat();
}
