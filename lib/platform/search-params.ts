import { z } from 'zod';

/** The URL parameters of a request or a page. */
export type GivenParams = URLSearchParams | Record<string, string | string[] | undefined>;

/** Maximum length of a search, in characters. */
export const MAX_SEARCH_LENGTH = 100;

/** A search or a name: text that Postgres can store, without NUL and unpaired surrogates. */
export const queryText = z
  .string()
  .trim()
  .max(MAX_SEARCH_LENGTH)
  .regex(/^[^\0\p{Surrogate}]*$/u);

/** A valid date; dates compare like text. */
export const calendarDay = z.iso.date().refine((text) => text >= '1900-01-01');

/** Parses a page number: a whole number from 1 without leading zeros; null for anything else. */
export function toPageNumber(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

/**
 * Parses fields from URL parameters. Unknown parameters are ignored, empty ones count as absent, as forms send them.
 * Invalid values, repeated parameters, and `from` after `to` are omitted.
 * @returns the fields, and the names of the parameters omitted as invalid
 */
function parseSearchParams<S extends z.ZodObject>(
  schema: S,
  params: GivenParams,
): { fields: z.output<S>; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const [value, ...others] = valuesOf(params, key);
    if (others.length > 0) problems.push(key);
    else if (!value?.trim()) continue;
    else if (z.safeParse(field, value).success) values[key] = value;
    else problems.push(key);
  }
  if (values.from && values.to && values.from > values.to) {
    problems.push('from', 'to');
    delete values.from;
    delete values.to;
  }
  return { fields: schema.parse(values), problems };
}

/** A filter from URL parameters, its page from 1, and the parameters omitted as invalid. */
export type ParsedFilter<F> = { filter: F; page: number; problems: string[] };

/** parseSearchParams for a filter with its page. */
export function parseFilter<S extends z.ZodObject>(schema: S, params: GivenParams): ParsedFilter<z.output<S>> {
  const { fields: filter, problems } = parseSearchParams(schema, params);
  const [value, ...others] = valuesOf(params, 'page');
  const page = value?.trim() ? toPageNumber(value) : 1;
  if (page === null || others.length > 0) return { filter, page: 1, problems: [...problems, 'page'] };
  return { filter, page, problems };
}

/** Writes fields as URL parameters; omits absent values and defaults. */
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

export type Direction = 'asc' | 'desc';

/** The sort column of a table, and the direction. */
export type SortOrder<Sort extends string = string> = { sort: Sort; dir: Direction };

function valuesOf(params: GivenParams, key: string): string[] {
  if (params instanceof URLSearchParams) return params.getAll(key);
  return [(Object.hasOwn(params, key) && params[key]) || []].flat();
}
