import 'server-only';
import { HttpError } from './errors';
import type { ParsedFilter } from './search-params';

/**
 * Returns the filter by which rows of a list were chosen (RowChoice).
 * @param given a query string
 * @throws HttpError 'request.invalid' for a filter that the list does not have: without it more rows would be chosen
 */
export function chosenFilter<Filter>(
  list: { parse: (params: URLSearchParams) => ParsedFilter<Filter> },
  given: string,
): Filter {
  const { filter, problems } = list.parse(new URLSearchParams(given));
  if (problems.length > 0) throw new HttpError('request.invalid');
  return filter;
}
