import { MAX_LINES } from '@/lib/platform/limits';
import { lineTotal, toPaise, toRupees } from '@/lib/platform/money';
import { isUuid } from '@/lib/platform/uuid';
import { checked, fieldsOf, isText, object, schemaOf, text, uuid, type Schema } from '@/lib/platform/schema';

/** A line of the adoption cart, keyed by course id; the price is per seat. */
export type CartEntry = {
  id: string;
  selectedSeats: number;
  pricePaise: number;
  branch: string;
  courseName: string;
  city: string;
  institute: string;
  /** The session, the year of study, and the years of the whole course if known; carts of before have none of them. */
  session?: string;
  studyYear?: number;
  years?: number | null;
  /** The names in Hindi, if the catalogue has them. */
  branchHindi?: string | null;
  instituteHindi?: string | null;
  /** The reference under which these seats were adopted; the line is then shown, but not submitted again. */
  adoptedUnder?: string;
  /** The reservation whose link the line is from: some of its seats are free for the holder only. */
  reservation?: string;
};

/** The cart: lines keyed by course id. */
export type Cart = Record<string, CartEntry>;

type ChosenSeats = Pick<CartEntry, 'id' | 'selectedSeats'>;

/** Returns what tells chosen seats from others: a link or a request for them is not one for those. */
export const chosenKey = (lines: readonly ChosenSeats[]): string =>
  lines.map(({ id, selectedSeats }) => `${id} ${selectedSeats}`).join();

/** Returns chosen seats as requests have them. */
export const wantedSeats = (lines: readonly ChosenSeats[]) =>
  lines.map(({ id, selectedSeats }) => ({ course_id: id, selectedSeats }));

/** A line in the browser's storage and the API: price and line total are rupees as JSON numbers. */
export type WrittenEntry = Omit<CartEntry, 'pricePaise' | 'studyYear' | 'years' | 'branchHindi' | 'instituteHindi'> & {
  pricePerSeat: number;
  totalPrice: number;
  study_year?: number;
  duration_years?: number;
  branch_hindi?: string;
  institute_hindi?: string;
};

/** The reverse of readCart, for one line. */
export function writeEntry({
  pricePaise,
  studyYear,
  years,
  branchHindi,
  instituteHindi,
  ...line
}: CartEntry): WrittenEntry {
  const totalPrice = toRupees(lineTotal(line.selectedSeats, pricePaise));
  return {
    ...line,
    pricePerSeat: toRupees(pricePaise),
    totalPrice,
    ...(studyYear && { study_year: studyYear }),
    ...(years && { duration_years: years }),
    ...(branchHindi && { branch_hindi: branchHindi }),
    ...(instituteHindi && { institute_hindi: instituteHindi }),
  };
}

/** Converts a cart for the browser's storage and the API. */
export function writeCart(cart: Cart): Record<string, WrittenEntry> {
  return Object.fromEntries(Object.entries(cart).map(([id, line]) => [id, writeEntry(line)]));
}

/**
 * Returns the usable part of a stored cart: drops lines that are invalid, stored under another course's id, or whose
 * price is no amount. Never throws.
 */
export function readCart(stored: unknown): Cart {
  const entries = Object.entries(fieldsOf(stored)).flatMap(([id, line]) => readEntry(line, id) ?? []);
  return Object.fromEntries(entries.slice(0, MAX_LINES).map((entry) => [entry.id, entry]));
}

/** A cart of which every line is usable; an invalid line makes all of it invalid. */
export const wholeCartSchema: Schema<Cart> = schemaOf((stored) => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const cart = readCart(stored);
  return Object.keys(cart).length === Object.keys(stored).length ? cart : undefined;
});

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const writtenSchema = object<WrittenEntry>({
  id: uuid,
  selectedSeats: checked((seats): seats is number => isNumber(seats) && Number.isSafeInteger(seats) && seats > 0),
  pricePerSeat: checked(isNumber),
  totalPrice: checked((amount): amount is number => isNumber(amount) && amount >= 0),
  branch: text,
  courseName: checked((name): name is string => isText(name) && name !== ''),
  city: text,
  institute: text,
});

function readEntry(stored: unknown, key: string): CartEntry | null {
  const written = writtenSchema.safeParse(stored).data;
  const pricePaise = written && toPaise(written.pricePerSeat);
  if (written?.id !== key || pricePaise == null) return null;
  const { pricePerSeat: _price, totalPrice: _total, ...line } = written;
  const { adoptedUnder, session, study_year: studyYear, duration_years: years, reservation } = fieldsOf(stored);
  const { branch_hindi: branchHindi, institute_hindi: instituteHindi } = fieldsOf(stored);
  return {
    ...line,
    pricePaise,
    ...(isText(session) && SESSION.test(session) && { session }),
    ...(isYear(studyYear) && { studyYear }),
    ...(isYear(years) && { years }),
    ...(isText(branchHindi) && branchHindi && { branchHindi }),
    ...(isText(instituteHindi) && instituteHindi && { instituteHindi }),
    ...(isText(adoptedUnder) && REFERENCE.test(adoptedUnder) && { adoptedUnder }),
    ...(isUuid(reservation) && { reservation }),
  };
}

/** Returns the lines of a cart that are not adopted yet: those that can be submitted. */
export function openLines(cart: Cart): Cart {
  return Object.fromEntries(Object.entries(cart).filter(([, { adoptedUnder }]) => adoptedUnder === undefined));
}

/**
 * Marks lines as adopted under a reference. A line whose seats differ from the adopted ones was chosen anew meanwhile, in
 * another tab, and stays open.
 * @param adopted the lines of the adoption
 */
export function markAdopted(cart: Cart, adopted: Cart, reference: string): Cart {
  const marked = Object.entries(openLines(cart)).filter(
    ([id, { selectedSeats }]) => adopted[id]?.selectedSeats === selectedSeats,
  );
  return { ...cart, ...Object.fromEntries(marked.map(([id, line]) => [id, { ...line, adoptedUnder: reference }])) };
}

const SESSION = /^\d{4}-\d{2}$/;
const isYear = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 6;
const REFERENCE = /^SA-[A-Z0-9-]{1,36}$/;
