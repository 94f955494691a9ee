import { z } from 'zod';
import { COURSE_TYPES } from '@/db/schema/enums';
import { amountOf, listFilterSchema, parseListLike, type ListParam } from './filter';
import { toSearchParams, type GivenParams, type ParsedFilter } from '@/lib/platform/search-params';
import { withQuery } from '@/lib/platform/with-query';

/** Distances from the place of a search, in kilometres, and lengths of courses, in years. */
export const SEARCH_KM = ['25', '50', '100', '200'] as const;
export const SEARCH_YEARS = ['1', '2', '3', '4'] as const;

/**
 * The orders of a search: `near` is by distance from its place, without one by the seats left in the city; the others
 * are by price and by the seats left of the course.
 */
const SEARCH_SORTS = ['near', 'price', 'seats'] as const;

const { q, session, free, min, max, budget } = listFilterSchema.shape;
const searchFilterSchema = z.object({
  q,
  session,
  free,
  min,
  max,
  budget,
  type: z.enum(COURSE_TYPES).optional(),
  km: z.enum(SEARCH_KM).optional(),
  years: z.enum(SEARCH_YEARS).optional(),
  sort: z.enum(SEARCH_SORTS).optional(),
  literal: z.literal('1').optional(),
});

/**
 * The search parameters of a search: the query, what limits it (amounts in rupees), the order, the budget; `literal`: no
 * word is read as another spelling.
 */
export type SearchParams = z.output<typeof searchFilterSchema>;

/** Parses the parameters of a search like parseListFilter. */
export function parseSearch(params: GivenParams): ParsedFilter<SearchParams> & { problems: ListParam[] } {
  return parseListLike(searchFilterSchema, params);
}

/** Returns what the parameters of a search demand of a course. */
export function conditionsOf({ type, session, km, years, free, min, max }: SearchParams) {
  return {
    courseType: type,
    session,
    minPaise: amountOf(min) ?? undefined,
    maxPaise: amountOf(max) ?? undefined,
    years: years === undefined ? undefined : Number(years),
    km: km === undefined ? undefined : Number(km),
    free: free !== undefined,
  };
}

/** Returns the address of a search and its page. */
export function searchHref(search: SearchParams, page = 1): string {
  return withQuery('/search', toSearchParams(searchFilterSchema, search, page));
}
