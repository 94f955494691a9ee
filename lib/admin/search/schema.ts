import { z } from 'zod';
import { queryText } from '@/lib/platform/search-params';

/** The least characters of a search: shorter ones would find nearly everything. */
export const MIN_SEARCH = 3;

/** The query of GET /api/admin/search. */
export const searchQuery = z.object({
  q: queryText
    .min(MIN_SEARCH)
    .describe('A reference, company, person, phone number, bank reference, payment, paper, institute or course'),
});

/** What a search finds, in the order of the results. */
const FOUND_KINDS = ['company', 'adoption', 'receipt', 'payment', 'paper', 'person', 'institute', 'course'] as const;

/** Results of one kind, at most. */
export const MAX_FOUND = 5;

/** The response of GET /api/admin/search. */
export const foundSchema = z.object({
  results: z.array(
    z.object({
      kind: z.enum(FOUND_KINDS),
      name: z.string(),
      note: z.string().describe('What else tells it from others'),
      state: z.string().nullable().describe('The state in English; null if it has none'),
      path: z.string().describe('The page of it'),
    }),
  ),
});
export type Found = z.infer<typeof foundSchema>['results'][number];
