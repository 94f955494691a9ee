import 'server-only';
import {
  readBranchHindi,
  readDuration,
  readPrice,
  readRequiredName,
  readSeats,
  readStudyYear,
  type Read,
} from '@/lib/catalogue-import/values';
import type { Outcome, RefusalCode } from '@/lib/platform/errors';
import type { TypedBranch, TypedChange } from './schema';

/** What an office wants to change; price in paise. */
export type WantedChange = Omit<TypedChange, 'total_seats' | 'price_per_seat'> & {
  total_seats?: number;
  price_per_seat?: number;
};

/** The new offer that an office wants; price in paise. */
export type WantedBranch = Omit<
  TypedBranch,
  'branch_hindi' | 'total_seats' | 'price_per_seat' | 'duration_years' | 'study_year'
> & {
  branch_hindi: string | null;
  total_seats: number;
  price_per_seat: number;
  duration_years: number | null;
  /** Null: the first. */
  study_year: number | null;
};

class Unreadable extends Error {
  constructor(readonly code: RefusalCode) {
    super(code);
  }
}

/** Returns a value that was read. @throws Unreadable */
function need<T>(read: Read<T>, code: RefusalCode): T {
  if (!read.ok) throw new Unreadable(code);
  return read.value;
}

/** Reads values as the cells of an import. @returns the code of the first one that cannot be read */
function reading<T>(read: () => T): Outcome<{ wanted: T }> {
  try {
    return { ok: true, wanted: read() };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, code: error.code };
    throw error;
  }
}

const seatsOf = (text: string) => need(readSeats(text), 'course.total_range');
const priceOf = (text: string) => need(readPrice(text), 'course.price_range');

/** Reads a change as the cells of an import. @returns 'course.total_range' or 'course.price_range' */
export const readChange = ({
  total_seats: seats,
  price_per_seat: price,
  ...typed
}: TypedChange): Outcome<{ wanted: WantedChange }> =>
  reading(() => ({
    ...typed,
    ...(seats !== undefined && { total_seats: seatsOf(seats) }),
    ...(price !== undefined && { price_per_seat: priceOf(price) }),
  }));

/** Reads a new offer as a row of an import. @returns the code of the first value that cannot be read */
export const readBranch = (typed: TypedBranch): Outcome<{ wanted: WantedBranch }> =>
  reading(() => ({
    ...typed,
    branch: need(readRequiredName(typed.branch, 'branch'), 'offer_proposal.branch_required'),
    branch_hindi: need(readBranchHindi(typed.branch_hindi), 'course.branch_hindi'),
    total_seats: seatsOf(typed.total_seats),
    price_per_seat: priceOf(typed.price_per_seat),
    duration_years: need(readDuration(typed.duration_years), 'course.duration_range'),
    study_year: need(readStudyYear(typed.study_year), 'course.duration_range'),
  }));
