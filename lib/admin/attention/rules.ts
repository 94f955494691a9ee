import { parseFilter, toSearchParams, type GivenParams, type ParsedFilter } from '@/lib/core/search-params';
import { attentionFilterSchema, type AttentionCounts, type AttentionFilter } from './schema';

/** Parses the URL parameters of the list, like parseSearchParams. */
export const parseAttentionFilter = (params: GivenParams): ParsedFilter<AttentionFilter> =>
  parseFilter(attentionFilterSchema, params);

/** Returns the address of the list with a filter and a page. */
export function attentionHref(filter: AttentionFilter, page = 1): string {
  const params = toSearchParams(attentionFilterSchema, filter, page);
  return params.size > 0 ? `/admin/attention?${params}` : '/admin/attention';
}

/** Returns the number of items of all kinds. */
export const totalOf = (counts: AttentionCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
