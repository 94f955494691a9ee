import { valueText, type Cell } from './cell';
import { calendarDay } from './search-params';

/** Which of two numbers is the month: '02/11/2026' is 2 November or 11 February. */
export type DayOrder = 'day first' | 'month first';

const MONTHS = [
  ['january', 'जनवरी'],
  ['february', 'फरवरी'],
  ['march', 'मार्च'],
  ['april', 'अप्रैल'],
  ['may', 'मई'],
  ['june', 'जून'],
  ['july', 'जुलाई'],
  ['august', 'अगस्त'],
  ['september', 'सितंबर', 'सितम्बर'],
  ['october', 'अक्टूबर', 'अक्तूबर'],
  ['november', 'नवंबर', 'नवम्बर'],
  ['december', 'दिसंबर', 'दिसम्बर'],
];

/** A time after a day. A time of another zone may belong to another day, so only midnight may name one. */
const TIME =
  /[t, ]+(?:00:00(?::00(?:\.0+)?)?z|\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)? ?(?:[ap]\.?m\.?)? ?(?:ist|\+05:?30)?)$/;
const MARK = '[-/. ]';
const NAME = '([\\p{L}\\p{M}]{3,})';
const YEAR_FIRST = new RegExp(`^(\\d{4})${MARK}(\\d{1,2})${MARK}(\\d{1,2})$`);
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const NUMBERS = new RegExp(`^(\\d{1,2})${MARK}(\\d{1,2})${MARK}(\\d{4}|\\d{2})$`);
const DAY_AND_NAME = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-/., ]*${NAME}[-/., ]*(\\d{4}|\\d{2})$`, 'u');
const NAME_AND_DAY = new RegExp(`^${NAME}[-/. ]*(\\d{1,2})(?:st|nd|rd|th)?[-/, ]+(\\d{4})$`, 'u');

/** Serial numbers of workbooks count days from here; those of 1954 to 2119 have five digits. */
const SERIAL_START = Date.UTC(1899, 11, 30);
const SERIAL = /^([2-7]\d{4})(?:\.\d+)?$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a day with or without a time: '01/04/2026', '1-Apr-26', '2026-04-01', 'Nov 02, 2026', '2026/11/04', '20261104',
 * '02Nov2026', the serial number of a workbook, also with Hindi months and digits.
 * @param order of days in numbers only; a column may prove it
 * @returns YYYY-MM-DD, or null for anything else
 */
export function readDay(cell: Cell, order: DayOrder = 'day first'): string | null {
  const text = valueText(cell).replaceAll('\u093C', '').replace(TIME, '');
  const serial = SERIAL.exec(text)?.[1];
  if (serial) return new Date(SERIAL_START + Number(serial) * DAY_MS).toISOString().slice(0, 10);
  const [year, month, day] = partsOf(text, order);
  if (!year || !month || !day) return null;
  const pad = (part: string | number) => String(part).padStart(2, '0');
  const date = `${year.length === 2 ? `20${year}` : year}-${pad(monthOf(month))}-${pad(day)}`;
  return calendarDay.safeParse(date).success ? date : null;
}

/** Returns year, month and day as written; nothing for a text of no known form. */
function partsOf(text: string, order: DayOrder): (string | undefined)[] {
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst) return yearFirst.slice(1);
  const numbers = NUMBERS.exec(text);
  if (numbers)
    return order === 'day first' ? [numbers[3], numbers[2], numbers[1]] : [numbers[3], numbers[1], numbers[2]];
  const dayAndName = DAY_AND_NAME.exec(text);
  if (dayAndName) return [dayAndName[3], dayAndName[2], dayAndName[1]];
  const nameAndDay = NAME_AND_DAY.exec(text);
  return nameAndDay ? [nameAndDay[3], nameAndDay[1], nameAndDay[2]] : [];
}

/** Returns the number of a month, also of its short name; 0 if it is none. */
function monthOf(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  return MONTHS.findIndex((names) => names.some((name) => name.startsWith(text))) + 1;
}
