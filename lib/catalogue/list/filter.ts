import { z } from 'zod';
import { sessionName } from '@/lib/catalogue/session';
import { idSchema } from '@/lib/platform/id-schema';
import {
  parseFilter,
  queryText,
  toSearchParams,
  type GivenParams,
  type ParsedFilter,
} from '@/lib/platform/search-params';
import { readRupees } from '@/lib/platform/read-amount';
import { withQuery } from '@/lib/platform/with-query';

/** The orders of a course list: by institute and then by course, by price, by seats left. */
const LIST_SORTS = ['institute', 'price', 'seats'] as const;

/** The value of `institute` for courses of 'Other Institutes'. */
export const OTHER_INSTITUTES = 'other';

/** An amount in rupees as people type it: with ₹ and separators of thousands, or in lakh. */
const rupees = z.string().refine((text) => readRupees(text) !== null);

/** The search parameters of a course list; amounts are in rupees. */
export const listFilterSchema = z.object({
  q: queryText.optional(),
  institute: z.union([idSchema(), z.literal(OTHER_INSTITUTES)]).optional(),
  session: sessionName.optional(),
  free: z.literal('1').optional(),
  min: rupees.optional(),
  max: rupees.optional(),
  sort: z.enum(LIST_SORTS).default('institute'),
  budget: rupees.optional(),
  show: z.literal('all').optional(),
});

/**
 * The parameters of a course list. `free`: only courses with seats left; `show`: all courses on one page, or as many as
 * MAX_ON_ONE_PAGE.
 */
export type ListFilter = z.output<typeof listFilterSchema>;
/** The name of a parameter of a course list or a search. */
export type ListParam = keyof ListFilter | 'type' | 'km' | 'years' | 'literal' | 'page';

/** Parses the parameters of a course list like parseFilter; a lowest price above the highest omits both. */
export function parseListFilter(params: GivenParams): ParsedFilter<ListFilter> & { problems: ListParam[] } {
  return parseListLike(listFilterSchema, params);
}

/** parseListFilter with another schema that has its prices. */
export function parseListLike<S extends z.ZodObject<Pick<typeof listFilterSchema.shape, 'min' | 'max'>>>(
  schema: S,
  params: GivenParams,
): ParsedFilter<z.output<S>> & { problems: ListParam[] } {
  const { filter, page, problems } = parseFilter(schema, params);
  const [min, max] = [amountOf(filter.min), amountOf(filter.max)];
  const names = problems as ListParam[];
  if (min === null || max === null || min <= max) return { filter, page, problems: names };
  return { filter: { ...filter, min: undefined, max: undefined }, page, problems: [...names, 'min', 'max'] };
}

/** Returns an amount of a filter in paise, or null if it is absent. */
export function amountOf(rupeesText: string | undefined): number | null {
  return rupeesText === undefined ? null : readRupees(rupeesText);
}

/** Returns the address of a list: its own address with a filter and a page. */
export function listHref(path: string, filter: ListFilter, page = 1): string {
  return withQuery(path, toSearchParams(listFilterSchema, filter, page));
}
