import type { CourseType } from '@/lib/catalogue/schema';
import { withoutInvisible } from '@/lib/core/invisible-characters';
import { parseFilter, toSearchParams, type GivenParams, type ParsedFilter } from '@/lib/core/search-params';
import {
  billingFilterSchema,
  userFilterSchema,
  type BillingFilter,
  type BillingPaymentStatus,
  type UserFilter,
  type UserRecord,
} from './schema';

/** A billing as a row of the table. The amount is integer paise, seats by course type in the order of the lines. */
export type BillingRow = {
  id: string;
  reference: string;
  company: string;
  types: { courseType: CourseType; seats: number }[];
  seats: number;
  totalPaise: number;
  status: BillingPaymentStatus;
  isVerified: boolean;
  createdAt: Date;
};

/** A user as a row of the table. */
export type UserRow = {
  id: string;
  kind: UserRecord['kind'];
  fullName: string;
  designation: string;
  company: string;
  industry: string | null;
  email: string;
  phone: string;
  createdAt: Date;
};

/** A page of a table from 1, and how many rows it has. */
export type Page = { page: number; size: number };

/** Reads the billings' filter from an address, as parseSearchParams does. A page says what was left out, the API refuses. */
export function parseBillingFilter(params: GivenParams): ParsedFilter<BillingFilter> {
  return parseFilter(billingFilterSchema, params);
}

/** parseBillingFilter for the users. */
export function parseUserFilter(params: GivenParams): ParsedFilter<UserFilter> {
  return parseFilter(userFilterSchema, params);
}

/** Writes a filter and a page as the parameters of an address, without '?': only what is not the default. */
export function billingParams(filter: Partial<BillingFilter>, page = 1): string {
  return toSearchParams(billingFilterSchema, filter, page).toString();
}

/** billingParams for the users. */
export function userParams(filter: Partial<UserFilter>, page = 1): string {
  return toSearchParams(userFilterSchema, filter, page).toString();
}

/** The words of a search, each of which must be found: composed, without marks that cannot be seen. */
export function searchWords(query: string): string[] {
  return withoutInvisible(query.normalize('NFC')).split(/\s+/u).filter(Boolean);
}

/** The digits of a word that is written like a phone number or a part of one, without the country code of India; '' for other words. */
export function phoneDigits(word: string): string {
  return /^[+()\d.-]+$/.test(word) ? word.replace(/^\+91/, '').replace(/\D/g, '') : '';
}

/** One of a user's locked courses as text; a course without an institute has none in it. */
export function lockedCourseText(line: {
  courseName: string;
  branch: string;
  institute: string;
  city: string;
  seats: number;
}): string {
  const place = [line.institute, line.city].filter(Boolean).join(', ');
  return `${line.courseName} ${line.branch}, ${place}: ${line.seats} seats`;
}
