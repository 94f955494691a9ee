import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';
import { cellText, isBlank, type Cell } from '@/lib/platform/cell';
import { MAX_SEATS } from '@/lib/platform/limits';
import { readAmount } from '@/lib/platform/read-amount';
import { readWhole, type DecimalMark } from '@/lib/platform/read-number';
import {
  DURATION_YEARS,
  MAX_DETAIL_LENGTH,
  parseHindi,
  PARSE_DETAIL,
  type InstituteDetails,
  type InstituteField,
} from '@/lib/catalogue/institute-details';
import { readTypeName } from '@/lib/catalogue/search/type-names';
import { nameOfSession } from '@/lib/catalogue/session';
import {
  COLUMN_TITLES,
  MAX_PRICE_PAISE,
  MAX_TEXT,
  OPTIONAL_TITLES,
  type ImportColumn,
  type RowProblem,
} from './schema';

/** The value of a cell, or its problem. */
export type Read<T> = { ok: true; value: T } | { ok: false; problem: RowProblem };

function bad<T>(code: RowProblem['code'], params?: RowProblem['params']): Read<T> {
  return { ok: false, problem: params ? { code, params } : { code } };
}

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Reads a name; a dash or 'N/A' counts as empty. */
export function readName(cell: Cell, column: keyof typeof MAX_TEXT): Read<string> {
  const text = cellText(cell);
  if (/[\p{Cc}\p{Cs}\p{Co}\uFFFD]/u.test(text)) return bad('characters', { column: COLUMN_TITLES[column] });
  const max = MAX_TEXT[column];
  if (text.length > max) return bad('too_long', { column: COLUMN_TITLES[column], max });
  return { ok: true, value: isBlank(text) ? '' : text };
}

/** Reads a required name. */
export function readRequiredName(cell: Cell, column: keyof typeof MAX_TEXT): Read<string> {
  const name = readName(cell, column);
  return name.ok && name.value === '' ? missing(column) : name;
}

function missing<T>(column: ImportColumn): Read<T> {
  return bad('missing', { column: COLUMN_TITLES[column] });
}

/** Reads a course type in any spelling of readTypeName. */
export function readCourseType(cell: Cell): Read<CourseType> {
  const text = cellText(cell);
  if (text === '') return missing('courseType');
  const type = readTypeName(text);
  return type
    ? { ok: true, value: type }
    : bad('type_unknown', { value: shown(text), allowed: COURSE_TYPES.join(', ') });
}

/** Reads a whole number of seats; '60.0' is whole. */
export function readSeats(cell: Cell): Read<number> {
  const text = cellText(cell);
  if (text === '') return missing('totalSeats');
  const seats = readWhole(cell);
  if (seats === null) return bad('seats_not_whole', { value: shown(text) });
  if (seats < 0 || seats > MAX_SEATS) return bad('seats_range', { max: MAX_SEATS });
  return { ok: true, value: seats };
}

const PER_YEAR = /\s*(?:\/|per|प्रति|\bp\.?)\s*(?:years?|yr\.?|annum|a\.?|वर्ष|साल)$/i;

/** Returns a price without 'per year', 'p.a.' and the like: that is what all prices are. */
export const withoutPerYear = (cell: Cell): Cell =>
  typeof cell === 'string' ? cellText(cell).replace(PER_YEAR, '') : cell;

/** A price of less, with a fraction of a rupee, was meant in lakh, and so were those beside it without a fraction. */
const MIN_PRICE_PAISE = 100_00;

/**
 * Reads an amount in rupees as integer paise: '₹1,25,000', '1.25 lakh', 'Rs.12,500.00 p.a.'.
 * @param decimal as the column proves it
 * @param isInLakh whether another price of the column was meant in lakh
 */
export function readPrice(cell: Cell, decimal: DecimalMark = '.', isInLakh = false): Read<number> {
  const text = cellText(cell);
  if (text === '') return missing('price');
  const amount = readAmount(withoutPerYear(cell), { decimal });
  if (amount === null) return bad('price_not_amount', { value: shown(text) });
  // '1.25' below a fee in lakh would be a rupee and a quarter.
  if (amount.paise > 0 && amount.paise < MIN_PRICE_PAISE && (isInLakh || amount.paise % 100 > 0))
    return bad('price_low', { value: shown(text) });
  if (amount.isNegative || amount.paise > MAX_PRICE_PAISE) return bad('price_range', { max: '1,00,00,000' });
  return { ok: true, value: amount.paise };
}

/** Reads the name of a branch in Hindi; null for an empty cell, a dash or 'N/A'. */
export function readBranchHindi(cell: Cell): Read<string | null> {
  const text = cellText(cell);
  const parsed = parseHindi(isBlank(text) ? '' : text);
  if (parsed.ok) return parsed;
  const params = { column: OPTIONAL_TITLES.branchHindi, value: shown(text), max: MAX_DETAIL_LENGTH.hindi };
  return bad('bad_hindi', params);
}

/** Reads a detail of an institute; null for an empty cell, a dash or 'N/A'. */
export function readDetail<F extends InstituteField>(cell: Cell, field: F): Read<InstituteDetails[F]> {
  const text = cellText(cell);
  const parsed = PARSE_DETAIL[field](isBlank(text) ? '' : text);
  if (parsed.ok) return { ok: true, value: parsed.value as InstituteDetails[F] };
  const max = Object.entries(MAX_DETAIL_LENGTH).find(([name]) => name === field)?.[1] ?? 0;
  return bad(`bad_${field}`, { column: OPTIONAL_TITLES[field], value: shown(text), max });
}

/** Reads the years of a course: '4', '4 years', '1 year'; null for an empty cell, a dash or 'N/A'. */
export function readDuration(cell: Cell): Read<number | null> {
  const text = cellText(cell);
  if (isBlank(text)) return { ok: true, value: null };
  const [, years] = /^(.*?)(?: ?(?:years?|yrs?\.?|वर्ष|साल))?$/i.exec(text) ?? [];
  const value = readWhole(years ?? '');
  const { min, max } = DURATION_YEARS;
  if (value === null || value < min || value > max)
    return bad('bad_duration', { column: OPTIONAL_TITLES.duration, value: shown(text), min, max });
  return { ok: true, value };
}

/** Reads a session: '2026-27', '2026-2027', '2026/27'; null for an empty cell, a dash or 'N/A'. */
export function readSession(cell: Cell): Read<string | null> {
  const text = cellText(cell);
  if (isBlank(text)) return { ok: true, value: null };
  const [, first, last] = /^(20\d\d) ?[-–/] ?(?:20)?(\d\d)$/.exec(text) ?? [];
  const name = nameOfSession(Number(first));
  if (first === undefined || name !== `${first}-${last}`)
    return bad('bad_session', { column: OPTIONAL_TITLES.session, value: shown(text) });
  return { ok: true, value: name };
}

/** Reads a year of study from 1; null for an empty cell, a dash or 'N/A'. */
export function readStudyYear(cell: Cell): Read<number | null> {
  const text = cellText(cell);
  if (isBlank(text)) return { ok: true, value: null };
  const value = readWhole(text);
  const { min, max } = DURATION_YEARS;
  if (value === null || value < min || value > max)
    return bad('bad_duration', { column: OPTIONAL_TITLES.studyYear, value: shown(text), min, max });
  return { ok: true, value };
}

const OPEN = /^(open|yes|y|true|1|active|हाँ|हां|खुला|खुली)$/i;
const CLOSED = /^(closed?|no|n|false|0|inactive|नहीं|नही|बंद|बन्द)$/i;

/** Reads whether a course is open: 'yes', 'closed', 'हाँ'; null for an empty cell, a dash or 'N/A'. */
export function readOpen(cell: Cell): Read<boolean | null> {
  const text = cellText(cell);
  if (isBlank(text)) return { ok: true, value: null };
  if (OPEN.test(text)) return { ok: true, value: true };
  if (CLOSED.test(text)) return { ok: true, value: false };
  return bad('bad_open', { column: OPTIONAL_TITLES.open, value: shown(text) });
}
