/*
 * A reference that a space or the end of a line breaks: its parts are joined where the whole has the shape of a reference of
 * this day, or the shape that other lines of the file have.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days by which a bank books a payment later, or the line is dated earlier. */
const DAYS_APART = 5;
const MAX_PARTS = 4;

/** The forms of a UTR that hold their day: HDFCN5 20261102 12345678, SBIN4 26 306 123456, N 306 26 0195498921. */
const LONG = /^[A-Z]{5}\d(\d{4})(\d{2})(\d{2})\d{8}$/;
const SHORT = /^[A-Z]{4}[A-Z\d](\d{2})(\d{3})\d{6}$/;
const OLD = /^N(\d{3})(\d{2})\d{10}$/;
/** The beginning of the first form. */
const CUT = /^[A-Z]{5}\d(\d{4})(\d{2})(\d{2})\d{0,7}$/;
const RRN = /^(\d)(\d{3})\d{8}$/;

const isNear = (time: number, date: string) => Math.abs(time - Date.parse(date)) <= DAYS_APART * DAY_MS;

/** True if a text is a UTR of about this day. @param date YYYY-MM-DD */
function isOfDay(text: string, date: string): boolean {
  const [, year, month, day] = LONG.exec(text) ?? [];
  if (year) return isNear(Date.UTC(Number(year), Number(month) - 1, Number(day)), date);
  const [, shortYear, dayOfYear] = SHORT.exec(text) ?? [];
  if (shortYear && isNear(Date.UTC(2000 + Number(shortYear), 0, Number(dayOfYear)), date)) return true;
  const [, oldDay, oldYear] = OLD.exec(text) ?? [];
  return oldYear !== undefined && isNear(Date.UTC(2000 + Number(oldYear), 0, Number(oldDay)), date);
}

/** True for the number of an IMPS or UPI payment of about this day. @param date YYYY-MM-DD */
export function isRrnOfDay(number: string, date: string): boolean {
  const [, lastOfYear, dayOfYear] = RRN.exec(number) ?? [];
  if (lastOfYear === undefined) return false;
  return [-DAYS_APART, 0, DAYS_APART]
    .map((days) => new Date(Date.parse(date) + days * DAY_MS).getUTCFullYear())
    .filter((year) => year % 10 === Number(lastOfYear))
    .some((year) => isNear(Date.UTC(year, 0, Number(dayOfYear)), date));
}

/** True for the beginning of a UTR. */
function isCut(text: string, date: string): boolean {
  const [, year, month, day] = CUT.exec(text) ?? [];
  if (year === undefined || isOfDay(text, date)) return false;
  return isNear(Date.UTC(Number(year), Number(month) - 1, Number(day)), date);
}

/** The shape of a reference: which of its signs are letters. */
export const shapeOf = (reference: string): string => reference.replace(/[A-Z]/g, 'A').replace(/\d/g, '9');

type Known = { date: string; shapes: ReadonlySet<string>; isUtr: (text: string) => boolean };

/**
 * Returns a text in capital letters whose broken references are joined; without the beginning of one that stays broken.
 * @param known the line's day, and the shapes that the references of other lines have
 */
export function withoutBreaks(text: string, known: Known): string {
  const pieces = text.split(/([^A-Z0-9]+)/);
  for (let at = 0; at < pieces.length; at += 2) {
    const parts = partsFrom(pieces, at);
    for (let count = parts.length; count > 1; count--) {
      const joined = parts.slice(0, count).join('');
      if (!isWhole(parts.slice(0, count), joined, text, known)) continue;
      pieces.splice(at, 2 * count - 1, joined);
      break;
    }
    // Its other part is there, but not all of it.
    if (isCut(pieces[at]!, known.date) && /^\d+$/.test(parts[1] ?? '') && pieces[at] === parts[0]) pieces[at] = '';
  }
  return pieces.join('');
}

/** A piece and those behind it that only spaces divide from it. */
function partsFrom(pieces: readonly string[], at: number): string[] {
  const parts = [pieces[at]!];
  while (parts.length < MAX_PARTS && /^\s+$/.test(pieces[at + 2 * parts.length - 1] ?? ''))
    parts.push(pieces[at + 2 * parts.length]!);
  return parts;
}

const WAY = /^(?:NEFT|RTGS|IMPS|UPI|UTR|REF|NO|CR|DR)+/;

function isWhole(parts: readonly string[], joined: string, text: string, { date, shapes, isUtr }: Known): boolean {
  const [first = '', ...others] = parts;
  const start = first.replace(WAY, '');
  if (start === '' || others.some((part) => !/\d/.test(part) || isUtr(part))) return false;
  const whole = joined.slice(first.length - start.length);
  if (/^\d+$/.test(whole))
    return /\b(IMPS|MMT|UPI)/.test(text) && start.length >= 3 && start.length < 12 && isRrnOfDay(whole, date);
  if (!isUtr(whole) || isOfDay(start, date)) return false;
  return isOfDay(whole, date) || (!isUtr(start) && shapes.has(shapeOf(whole)));
}
