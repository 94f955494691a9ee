import { compareWithCatalogue, type SelectionChange } from './quote';
import { placeKey, typeRank } from '@/lib/catalogue/rules';
import { DASHBOARD_TYPES, type Course } from '@/lib/catalogue/schema';
import { compareNames } from '@/lib/platform/compare-names';
import type { Outcome, RefusalCode } from '@/lib/platform/errors';
import { MAX_LINES } from '@/lib/platform/limits';
import { sumTotals } from '@/lib/platform/money';
import { openLines, type Cart, type CartEntry } from './cart';

/**
 * The unsaved selection of a page: seats by course id. A course is ticked if its id is present; 0 seats is a ticked
 * course whose number is being typed.
 */
export type SeatDraft = Readonly<Record<string, number>>;

/** The fields of a course needed to choose seats. */
type Choosable = Pick<Course, 'id' | 'left_seats'>;

const refuse = (code: RefusalCode, leftSeats?: number) =>
  ({ ok: false, code, ...(leftSeats === undefined ? {} : { params: { available: leftSeats } }) }) as const;

/**
 * Ticks a course with 1 seat, or unticks it and drops its seats. Refuses an unknown course and one without seats left.
 */
export function toggle(draft: SeatDraft, course: Choosable | undefined): Outcome<{ draft: SeatDraft }> {
  if (!course) return refuse('course.unknown');
  if (course.id in draft) return { ok: true, draft: without(draft, course.id) };
  if (course.left_seats < 1) return refuse('seats.none_left');
  return { ok: true, draft: { ...draft, [course.id]: 1 } };
}

/**
 * Sets the seats of a course as typed. With `autoSelect` (the public flow) a number from 1 on ticks an unticked course;
 * in the dashboard it has no effect. A refused value leaves the draft unchanged.
 * @param typed text of the input, or a number of seats
 */
export function setSeats(
  draft: SeatDraft,
  course: Choosable | undefined,
  typed: string | number,
  { autoSelect }: { autoSelect: boolean },
): Outcome<{ draft: SeatDraft }> {
  if (!course) return refuse('course.unknown');
  if (course.left_seats < 1) return refuse('seats.none_left');
  const seats = parseSeats(typed);
  if (seats === null) return refuse('seats.negative');
  if (seats > course.left_seats) return refuse('seats.max', course.left_seats);
  const selects = autoSelect && seats >= 1;
  if (!(course.id in draft) && !selects) return { ok: true, draft };
  return { ok: true, draft: { ...draft, [course.id]: seats } };
}

/** Parses typed seats: parseInt base 10 on the trimmed text, 0 for anything else, null for a negative number. */
export function parseSeats(typed: string | number): number | null {
  const text = typeof typed === 'number' ? String(Number.isFinite(typed) ? Math.trunc(typed) : 0) : typed.trim();
  if (text.startsWith('-')) return null;
  return Number.parseInt(text, 10) || 0;
}

/**
 * Returns the initial draft of a page: the cart's open lines of its courses, at most the seats left. Lines from the link of
 * a reservation are not in it: a page does not know which seats they have.
 */
export function draftFromCart(courses: readonly Choosable[], cart: Cart): SeatDraft {
  const ownLines = Object.values(openLines(cart)).filter(({ reservation }) => reservation === undefined);
  const seats = ownLines.map(({ id, selectedSeats }) => [id, selectedSeats] as const);
  return fitDraft(courses, Object.fromEntries(seats));
}

/** Fits a draft to the current courses: drops missing and full ones, reduces seats to the seats left. */
export function fitDraft(courses: readonly Choosable[], draft: SeatDraft): SeatDraft {
  const fitting: Record<string, number> = {};
  for (const { id, left_seats } of courses) {
    const seats = draft[id];
    if (seats !== undefined && left_seats > 0) fitting[id] = Math.min(seats, left_seats);
  }
  return fitting;
}

/** True if a draft differs from the stored one; ticking and unticking a course leaves it clean. */
export function isDirty(draft: SeatDraft, stored: SeatDraft): boolean {
  const ids = Object.keys(draft);
  return ids.length !== Object.keys(stored).length || ids.some((id) => draft[id] !== stored[id]);
}

/**
 * Returns the cart lines of a draft: ticked courses with at least 1 seat and at most the seats left, in the order of
 * the courses.
 */
export function entriesFromDraft(courses: readonly Course[], draft: SeatDraft): CartEntry[] {
  return courses.flatMap((course) => {
    const seats = draft[course.id] ?? 0;
    return Number.isInteger(seats) && seats >= 1 && seats <= course.left_seats ? [toEntry(course, seats)] : [];
  });
}

/** Returns the cart line of a course with its current price and names. */
export function toEntry(course: Course, seats: number): CartEntry {
  return {
    id: course.id,
    selectedSeats: seats,
    pricePaise: course.price_paise,
    branch: course.branch,
    courseName: course.course_name,
    city: course.city,
    institute: course.institute_name,
    ...(course.session && { session: course.session }),
    ...(course.study_year && { studyYear: course.study_year }),
    ...(course.duration_years && { years: course.duration_years }),
    ...(course.branch_hindi && { branchHindi: course.branch_hindi }),
    ...(course.institute_hindi && { instituteHindi: course.institute_hindi }),
    ...(course.reservation_id && { reservation: course.reservation_id }),
  };
}

/**
 * Merges a page's draft into the cart: lines of the page's courses are replaced by the draft's (unticked = removed),
 * all others stay. A draft line above the seats left is ignored, so the cart's line stays (R-VAL-32). So does a line
 * that is adopted or from the link of a reservation, unless its course is chosen anew.
 * @param options.allowEmpty also accept a page without ticked courses
 * @returns the new cart, or 'seats.none_selected', or 'selection.too_many' above MAX_LINES
 */
export function mergeIntoCart(
  cart: Cart,
  courses: readonly Course[],
  draft: SeatDraft,
  { allowEmpty = false } = {},
): Outcome<{ cart: Cart }> {
  const entries = entriesFromDraft(courses, draft);
  if (entries.length === 0 && !allowEmpty) return refuse('seats.none_selected');
  const replaced = new Set(
    courses.filter(({ id, left_seats }) => !((draft[id] ?? 0) > left_seats)).map(({ id }) => id),
  );
  const anew = new Set(entries.map(({ id }) => id));
  const stays = ({ id, adoptedUnder, reservation }: CartEntry) =>
    (adoptedUnder ?? reservation) === undefined ? !replaced.has(id) : !anew.has(id);
  const lines = [...Object.values(cart).filter(stays), ...entries];
  if (lines.length > MAX_LINES) return { ok: false, code: 'selection.too_many', params: { max: MAX_LINES } };
  return { ok: true, cart: Object.fromEntries(lines.map((line) => [line.id, line])) };
}

/** The courses of a list: those of a city or (null) of all, of one type or (null) of all. */
export type ListScope = { city: string | null; courseType: string | null };

/**
 * Returns the open lines of a cart that belong to a list, but are not in the draft of these courses: those on pages of the
 * list that were not shown yet, and those from the link of a reservation.
 */
export function storedElsewhere(
  cart: Cart,
  { city, courseType }: ListScope,
  courses: readonly Pick<Course, 'id'>[],
): CartEntry[] {
  const shown = new Set(courses.map(({ id }) => id));
  return Object.values(openLines(cart)).filter(
    (line) =>
      (!shown.has(line.id) || line.reservation !== undefined) &&
      (city === null || placeKey(line.city) === placeKey(city)) &&
      (courseType === null || line.courseName === courseType),
  );
}

/**
 * Moves the open lines of the public cart into the dashboard's selection: a course that both contain gets the seats of
 * the cart. Lines that are adopted already stay in the cart. The dashboard knows the holder of reserved seats without links.
 * @returns both, or 'selection.too_many' above MAX_LINES
 */
export function takeOver(cart: Cart, chosen: Cart): Outcome<{ cart: Cart; chosen: Cart }> {
  const open = openLines(cart);
  const moved = Object.values(open).map(({ reservation: _, ...line }) => [line.id, line] as const);
  const taken = { ...chosen, ...Object.fromEntries(moved) };
  if (Object.keys(taken).length > MAX_LINES)
    return { ok: false, code: 'selection.too_many', params: { max: MAX_LINES } };
  return { ok: true, cart: Object.fromEntries(Object.entries(cart).filter(([id]) => !(id in open))), chosen: taken };
}

/**
 * Moves a selection of the dashboard into the cart, the reverse of takeOver.
 * @returns the cart; refused if it would have too many lines
 */
export function takeBack(cart: Cart, chosen: Cart): Outcome<{ cart: Cart }> {
  const taken = { ...cart, ...chosen };
  if (Object.keys(taken).length > MAX_LINES)
    return { ok: false, code: 'selection.too_many', params: { max: MAX_LINES } };
  return { ok: true, cart: taken };
}

/** A change of a cart line forced by the catalogue, with the previous line, for the notice. */
export type CartChange = { line: CartEntry; change: SelectionChange };

/**
 * Updates a cart from the catalogue: current prices and names, seats reduced to the seats left, lines of full and
 * missing courses removed. Lines that are adopted stay as they are.
 * @param courses those of the requested courses that are open now
 * @param asked the requested ids: other lines were added meanwhile and stay unchanged
 * @returns the same cart if nothing differs
 */
export function applyCatalogue(
  cart: Cart,
  courses: readonly Course[],
  asked: readonly string[],
): { cart: Cart; changes: CartChange[] } {
  const open = openLines(cart);
  const lines = asked.flatMap((id) => open[id] ?? []);
  const changes = compareWithCatalogue(lines, courses).map((change) => ({ line: cart[change.id]!, change }));
  const current = new Map(courses.map((course) => [course.id, course]));
  const fresh = { ...cart };
  for (const line of lines) {
    const course = current.get(line.id);
    if (!course || course.left_seats < 1) delete fresh[line.id];
    // Not every answer of the API has session, years and Hindi names; those of a course stay the same.
    else {
      const { session, studyYear, years } = line;
      const offer = { ...(session && { session }), ...(studyYear && { studyYear }), ...(years && { years }) };
      const seats = Math.min(line.selectedSeats, course.left_seats);
      fresh[line.id] = { ...offer, ...hindiOf(line), ...toEntry(course, seats) };
    }
  }
  return lines.some(({ id }) => !isSameLine(cart[id], fresh[id])) ? { cart: fresh, changes } : { cart, changes };
}

const hindiOf = ({ branchHindi, instituteHindi }: CartEntry) => ({
  ...(branchHindi && { branchHindi }),
  ...(instituteHindi && { instituteHindi }),
});

function isSameLine(a: CartEntry | undefined, b: CartEntry | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Seats, courses and money (paise) of lines, computed from seats and prices. */
export type Totals = { courses: number; seats: number; paise: number };

/** Returns the totals of a cart, or of a part of it. */
export function totalsOf(lines: readonly CartEntry[]): Totals {
  return {
    courses: lines.length,
    seats: lines.reduce((sum, line) => sum + line.selectedSeats, 0),
    paise: sumTotals(lines.map((line) => ({ seats: line.selectedSeats, pricePaise: line.pricePaise }))),
  };
}

/** Returns a valid wizard step: 1 to 4, the first for anything but a whole number. */
export function clampStep(step: unknown): number {
  if (typeof step !== 'number' || !Number.isInteger(step)) return 1;
  return Math.min(Math.max(step, 1), DASHBOARD_TYPES.length);
}

/** The cart for display: by course name in the order of COURSE_TYPES, then by city. */
export type CartGroup = { courseName: string; totals: Totals; cities: { city: string; lines: CartEntry[] }[] };

/** Groups the lines of a cart by course name, then city; inside a city by branch, institute, session and year. */
export function groupForCart(cart: Cart): CartGroup[] {
  const lines = Object.values(cart).sort(
    (a, b) =>
      typeRank(a.courseName) - typeRank(b.courseName) ||
      compareNames(a.courseName, b.courseName) ||
      compareNames(a.city, b.city) ||
      compareNames(a.branch, b.branch) ||
      compareNames(a.institute, b.institute) ||
      compareNames(a.session ?? '', b.session ?? '') ||
      (a.studyYear ?? 1) - (b.studyYear ?? 1),
  );
  return groupsOf(lines, (line) => line.courseName).map(([courseName, own]) => ({
    courseName,
    totals: totalsOf(own),
    cities: groupsOf(own, (line) => line.city).map(([city, members]) => ({ city, lines: members })),
  }));
}

function groupsOf(lines: readonly CartEntry[], key: (line: CartEntry) => string): [string, CartEntry[]][] {
  const groups = new Map<string, CartEntry[]>();
  for (const line of lines) groups.set(key(line), [...(groups.get(key(line)) ?? []), line]);
  return [...groups];
}

function without(draft: SeatDraft, id: string): SeatDraft {
  const rest = { ...draft };
  delete rest[id];
  return rest;
}
