import type { z } from 'zod';
import { toPageNumber } from '@/lib/adoptions/rules';
import type { CourseType } from '@/lib/catalogue/schema';
import { INVISIBLE } from '@/lib/core/text';
import {
  billingFilterSchema,
  userFilterSchema,
  type BillingFilter,
  type PaymentStatus,
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
  status: PaymentStatus;
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

/** What an address gives: the parameters of a request or of a page. */
export type GivenParams = URLSearchParams | Record<string, string | string[] | undefined>;

/** A filter as an address names it, its page, and the parameters that were left out because their values mean nothing. */
export type ParsedFilter<F> = { filter: F; page: number; problems: string[] };

/**
 * Reads the billings' filter from an address. Unknown parameters are ignored and empty ones count as not given, as a form sends
 * them. A wrong value, a parameter that is given twice, and days that run backwards are left out and named in `problems`:
 * a page says so, the API refuses.
 */
export function parseBillingFilter(params: GivenParams): ParsedFilter<BillingFilter> {
  const { filter, page, problems } = parse(billingFilterSchema, params);
  if (!filter.from || !filter.to || filter.from <= filter.to) return { filter, page, problems };
  const { from: _from, to: _to, ...rest } = filter;
  return { filter: rest, page, problems: [...problems, 'from', 'to'] };
}

/** parseBillingFilter for the users. */
export function parseUserFilter(params: GivenParams): ParsedFilter<UserFilter> {
  return parse(userFilterSchema, params);
}

/** Writes a filter and a page as the parameters of an address, without '?': only what is not the default. */
export function billingParams(filter: Partial<BillingFilter>, page = 1): string {
  return write(billingFilterSchema, filter, page);
}

/** billingParams for the users. */
export function userParams(filter: Partial<UserFilter>, page = 1): string {
  return write(userFilterSchema, filter, page);
}

function parse<S extends typeof billingFilterSchema | typeof userFilterSchema>(
  schema: S,
  params: GivenParams,
): ParsedFilter<z.infer<S>> {
  const problems: string[] = [];
  const given: Record<string, string> = {};
  for (const key of [...Object.keys(schema.shape), 'page']) {
    const [value, ...others] = valuesOf(params, key);
    if (others.length > 0) problems.push(key);
    else if (value?.trim()) given[key] = value;
  }
  const page = given.page === undefined ? 1 : toPageNumber(given.page);
  if (page === null) problems.push('page');
  const parsed = schema.safeParse(given);
  for (const { path } of parsed.error?.issues ?? []) {
    problems.push(String(path[0]));
    delete given[String(path[0])];
  }
  return { filter: schema.parse(given) as z.infer<S>, page: page ?? 1, problems };
}

function valuesOf(params: GivenParams, key: string): string[] {
  if (params instanceof URLSearchParams) return params.getAll(key);
  return [(Object.hasOwn(params, key) && params[key]) || []].flat();
}

function write(
  schema: typeof billingFilterSchema | typeof userFilterSchema,
  filter: Readonly<Record<string, string | undefined>>,
  page: number,
): string {
  const defaults: Record<string, unknown> = schema.parse({});
  const params = new URLSearchParams();
  for (const key of Object.keys(schema.shape)) {
    const value = filter[key];
    if (value && value !== defaults[key]) params.set(key, value);
  }
  if (page > 1) params.set('page', String(page));
  return params.toString();
}

/** The words of a search, each of which must be found: composed, without marks that cannot be seen. */
export function searchWords(query: string): string[] {
  return query.normalize('NFC').replace(INVISIBLE, '').split(/\s+/u).filter(Boolean);
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
