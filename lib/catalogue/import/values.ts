import { withoutInvisible } from '@/lib/core/invisible-characters';
import { MAX_SEATS } from '@/lib/core/limits';
import { normalized } from '@/lib/core/unicode';
import {
  DURATION_YEARS,
  MAX_DETAIL_LENGTH,
  PARSE_DETAIL,
  type InstituteDetails,
  type InstituteField,
} from '../institute-details';
import { COURSE_TYPES, type CourseType } from '../schema';
import {
  COLUMN_TITLES,
  MAX_PRICE_PAISE,
  OPTIONAL_TITLES,
  type Cell,
  type ImportColumn,
  type RowProblem,
} from './schema';

/** The value of a cell, or its problem. */
export type Read<T> = { ok: true; value: T } | { ok: false; problem: RowProblem };

const MAX_TEXT = { city: 100, institute: 200, branch: 200 } as const;

/** Returns a cell as text: NFKC, trimmed, every run of whitespace replaced by one space. */
export function cellText(cell: Cell): string {
  return withoutInvisible(normalized(String(cell ?? ''), 'NFKC'))
    .replace(/\s+/g, ' ')
    .trim();
}

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
  return { ok: true, value: isDash(text) ? '' : text };
}

/** Reads a required name. */
export function readRequiredName(cell: Cell, column: keyof typeof MAX_TEXT): Read<string> {
  const name = readName(cell, column);
  return name.ok && name.value === '' ? missing(column) : name;
}

function missing<T>(column: ImportColumn): Read<T> {
  return bad('missing', { column: COLUMN_TITLES[column] });
}

const typeKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Reads a course type, ignoring case, dots and spaces: 'BTech', 'B. TECH', 'I.T.I.'. */
export function readCourseType(cell: Cell): Read<CourseType> {
  const text = cellText(cell);
  if (text === '') return missing('courseType');
  const type = COURSE_TYPES.find((known) => typeKey(known) === typeKey(text));
  return type
    ? { ok: true, value: type }
    : bad('type_unknown', { value: shown(text), allowed: COURSE_TYPES.join(', ') });
}

/** Digits, plain or with Indian or western grouping ('1,25,000', '125,000'), with an optional fraction. */
const NUMBER = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d+))?$/;

/** Reads a whole number of seats; '60.0' is whole. */
export function readSeats(cell: Cell): Read<number> {
  const text = cellText(cell);
  if (text === '') return missing('totalSeats');
  const [, whole, fraction = ''] = NUMBER.exec(text.replace(/^-/, '')) ?? [];
  if (typeof cell === 'boolean' || !whole || !/^0*$/.test(fraction))
    return bad('seats_not_whole', { value: shown(text) });
  const seats = Number(whole.replaceAll(',', ''));
  if (seats > MAX_SEATS || text.startsWith('-')) return bad('seats_range', { max: MAX_SEATS });
  return { ok: true, value: seats };
}

const AMOUNT_IN_WORDS = /(?<!\p{L})(lakhs?|lacs?|lkh|l|crores?|cr|k|thousand|hundred|लाख|करोड़|हज़?ार)(?!\p{L}|\p{M})/iu;

/**
 * Reads an amount in rupees as integer paise: '₹1,25,000', 'Rs. 1,25,000/-', '125000.50'. Amounts in words such as
 * '1.25 lakh' are rejected as ambiguous.
 */
export function readPrice(cell: Cell): Read<number> {
  // A number cell of a workbook is a binary fraction: 12500.3 may be stored as 12500.299999999999.
  const text = typeof cell === 'number' && Number.isFinite(cell) ? String(Number(cell.toFixed(6))) : cellText(cell);
  if (text === '') return missing('price');
  if (AMOUNT_IN_WORDS.test(text)) return bad('price_words', { value: shown(text) });
  const amount = text
    .replace(/^(-?)\s*(?:₹|rs\.?|inr|rupees)\s*/i, '$1')
    .replace(/\s*(?:\/-|\/=|-\/|₹|rs\.?|inr|rupees)(?:\s*only)?$/i, '');
  const [, whole, fraction = ''] = NUMBER.exec(amount.replace(/^-/, '')) ?? [];
  if (typeof cell === 'boolean' || !whole || fraction.length > 2)
    return bad('price_not_amount', { value: shown(text) });
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (paise > MAX_PRICE_PAISE || amount.startsWith('-')) return bad('price_range', { max: '1,00,00,000' });
  return { ok: true, value: paise };
}

const isDash = (text: string) => /^([-‐-―]+|n\/?a)$/i.test(text);

/** Reads a detail of an institute; null for an empty cell, a dash or 'N/A'. */
export function readDetail<F extends InstituteField>(cell: Cell, field: F): Read<InstituteDetails[F]> {
  const text = cellText(cell);
  const parsed = PARSE_DETAIL[field](isDash(text) ? '' : text);
  if (parsed.ok) return { ok: true, value: parsed.value as InstituteDetails[F] };
  const max = Object.entries(MAX_DETAIL_LENGTH).find(([name]) => name === field)?.[1] ?? 0;
  return bad(`bad_${field}`, { column: OPTIONAL_TITLES[field], value: shown(text), max });
}

/** Reads the years of a course: '4', '4 years', '1 year'; null for an empty cell, a dash or 'N/A'. */
export function readDuration(cell: Cell): Read<number | null> {
  const text = cellText(cell);
  if (text === '' || isDash(text)) return { ok: true, value: null };
  const [, years] = /^(\d{1,2})(?:\.0+)?(?: ?(?:years?|yrs?\.?|वर्ष|साल))?$/i.exec(text) ?? [];
  const { min, max } = DURATION_YEARS;
  if (years === undefined || Number(years) < min || Number(years) > max)
    return bad('bad_duration', { column: OPTIONAL_TITLES.duration, value: shown(text), min, max });
  return { ok: true, value: Number(years) };
}
