import { readPrice, readSeats } from '@/lib/catalogue/import/values';
import { toRupeeString } from '@/lib/core/money';
import { parseFilter, toggleSort, toSearchParams, type GivenParams, type ParsedFilter } from '@/lib/core/search-params';
import { errorText } from '@/lib/i18n/errors';
import { adminCourseFilterSchema, type AdminCourse, type AdminCourseFilter, type AdminCourseSort } from './schema';

/** Reads the address of the table, as parseSearchParams does. */
export function parseAdminCourseFilter(params: GivenParams): ParsedFilter<AdminCourseFilter> {
  return parseFilter(adminCourseFilterSchema, params);
}

/** Writes a filter and a page as the parameters of an address, without '?': only what is not the default. */
export function adminCourseParams(filter: AdminCourseFilter, page = 1): string {
  return toSearchParams(adminCourseFilterSchema, filter, page).toString();
}

const LARGEST_FIRST: readonly AdminCourseSort[] = ['total', 'adopted', 'held', 'left', 'price', 'changed'];

/** The filter that the head of a column leads to. */
export function sortedBy(filter: AdminCourseFilter, sort: AdminCourseSort): AdminCourseFilter {
  return { ...filter, ...toggleSort(filter, sort, LARGEST_FIRST) };
}

/** The least total that a course may get: seats that are adopted or held cannot be taken away. */
export function minTotalSeats({
  adopted_seats,
  held_seats,
}: Pick<AdminCourse, 'adopted_seats' | 'held_seats'>): number {
  return adopted_seats + held_seats;
}

/** A price as it stands in a field: grouped the Indian way, decimals only where there are paise. */
export function typedRupees(pricePerSeat: string): string {
  const [whole = '', paise = ''] = pricePerSeat.split('.');
  const grouped = Number(whole).toLocaleString('en-IN');
  return /^0*$/.test(paise) ? grouped : `${grouped}.${paise}`;
}

/** What was typed into the form of a course; absent where nothing was, so that the field follows the course. */
export type Typed = { total?: string; price?: string; isOpen?: boolean };

/** The values that an edit changes, as the API takes them. */
export type EditedValues = { total_seats?: number; price_per_seat?: string; is_open?: boolean };

/** What is wrong with the fields of the form, as sentences. */
export type EditProblems = { total?: string; price?: string };

/** Reads the form of a course, seats and price as an import would ('1,25,000', '₹ 1,25,000.50'): what differs from the course, or what is wrong with each field. */
export function editOf(
  course: AdminCourse,
  typed: Typed,
): { ok: true; edit: EditedValues } | { ok: false; problems: EditProblems } {
  const total = readSeats(typed.total ?? String(course.total_seats));
  const price = readPrice(typed.price ?? course.price_per_seat);
  if (!total.ok || !price.ok) {
    const problems: EditProblems = {};
    if (!total.ok) problems.total = errorText('course.total_range');
    if (!price.ok) problems.price = errorText('course.price_range');
    return { ok: false, problems };
  }
  const edit: EditedValues = {};
  const rupees = toRupeeString(price.value);
  const isOpen = typed.isOpen ?? course.is_open;
  if (total.value !== course.total_seats) edit.total_seats = total.value;
  if (rupees !== course.price_per_seat) edit.price_per_seat = rupees;
  if (isOpen !== course.is_open) edit.is_open = isOpen;
  return { ok: true, edit };
}
