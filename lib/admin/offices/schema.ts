import { z } from 'zod';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { queryText } from '@/lib/platform/search-params';

/**
 * Whether an institute has an office, one with a late report, or somebody is invited; or has none, with an e-mail address in
 * the catalogue or without.
 */
export const OFFICE_STATES = ['office', 'late', 'invited', 'address', 'none'] as const;
export type OfficeState = (typeof OFFICE_STATES)[number];

/** The institutes with and without an office: search and filters. */
export const OFFICE_LIST = defineList('/admin/offices', {
  /** Words of the institute, its city or contact, or of a person. */
  q: queryText.optional(),
  state: z.enum(OFFICE_STATES).optional(),
});
export type OfficeFilter = FilterOf<typeof OFFICE_LIST>;
