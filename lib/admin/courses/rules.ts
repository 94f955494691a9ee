import { readBranchHindi, readDuration, readPrice, readSeats } from '@/lib/catalogue-import/values';
import { errorText } from '@/lib/platform/i18n/errors';
import type { AdminCourse, EditedValues } from './schema';

/** Returns the minimum total of a course: adopted and held seats cannot be removed. */
export function minTotalSeats({
  adopted_seats,
  held_seats,
}: Pick<AdminCourse, 'adopted_seats' | 'held_seats'>): number {
  return adopted_seats + held_seats;
}

/** Formats a price for an input: Indian grouping, decimals only if there are paise. */
export function typedRupees(paise: number): string {
  return (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: paise % 100 === 0 ? 0 : 2 });
}

/** The values typed into the course form; absent if untouched, so that the field follows the course. */
export type Typed = { total?: string; price?: string; duration?: string; hindi?: string; isOpen?: boolean };

/** Error messages of the form's fields. */
type EditProblems = { total?: string; price?: string; duration?: string; hindi?: string };

/**
 * Parses the course form, seats and price like an import does ('1,25,000', '₹ 1,25,000.50'). @returns the values that
 * differ from the course, or the problem of each field
 */
export function editOf(
  course: AdminCourse,
  typed: Typed,
): { ok: true; edit: EditedValues } | { ok: false; problems: EditProblems } {
  const total = readSeats(typed.total ?? String(course.total_seats));
  const price = readPrice(typed.price ?? typedRupees(course.price_paise));
  const duration = readDuration(typed.duration ?? String(course.duration_years ?? ''));
  const hindi = readBranchHindi(typed.hindi ?? course.branch_hindi ?? '');
  if (!total.ok || !price.ok || !duration.ok || !hindi.ok) {
    const problems: EditProblems = {};
    if (!total.ok) problems.total = errorText('course.total_range');
    if (!price.ok) problems.price = errorText('course.price_range');
    if (!duration.ok) problems.duration = errorText('course.duration_range');
    if (!hindi.ok) problems.hindi = errorText('course.branch_hindi');
    return { ok: false, problems };
  }
  const edit: EditedValues = {};
  const isOpen = typed.isOpen ?? course.is_open;
  if (total.value !== course.total_seats) edit.total_seats = total.value;
  if (price.value !== course.price_paise) edit.price_paise = price.value;
  if (duration.value !== course.duration_years) edit.duration_years = duration.value;
  if (hindi.value !== course.branch_hindi) edit.branch_hindi = hindi.value ?? '';
  if (isOpen !== course.is_open) edit.is_open = isOpen;
  return { ok: true, edit };
}
