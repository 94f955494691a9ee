import { cellText, type Cell } from '@/lib/platform/cell';
import { readDay, type DayOrder } from '@/lib/platform/read-day';

/** Reads a day like readDay; of two in one cell, such as '02-Nov-26 (03-Nov-26)', the first. */
export function readFirstDay(cell: Cell, order?: DayOrder): string | null {
  const day = readDay(cell, order);
  if (day !== null || typeof cell !== 'string') return day;
  const text = cellText(cell);
  if (text.length > MAX_LENGTH) return null;
  for (const { index } of text.matchAll(/[\s(|/,]/g)) {
    const first = readDay(text.slice(0, index), order);
    const second = readDay(text.slice(index + 1).replace(/^[\s(|/,]+|\)$/g, ''), order);
    if (first !== null && second !== null) return first;
  }
  return null;
}

/** Two days with their times. */
const MAX_LENGTH = 60;
