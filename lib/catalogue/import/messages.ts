import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import type { BadRow, FileProblem, PlaceWarning, PlannedRow } from './schema';

const t = getTranslator('en', 'catalogue.import');

/** Returns the message for an unusable file. */
export function fileProblemText({ code, params }: FileProblem): string {
  return t(`file.${code}`, params);
}

/** Returns every reason why a row cannot be imported. */
export function problemTexts({ problems }: BadRow): string[] {
  return problems.map(({ code, params }) => t(`row.${code}`, params));
}

/** Returns the warning for a city that is on no map, with what to do. */
export function warningText({ city, proposal }: PlaceWarning): string {
  return proposal ? t('place.similar', { city, ...proposal }) : t('place.unknown', { city });
}

/** Returns the message for a conflict with a concurrent change. */
export const conflictText = (): string => t('conflict');

/** Formats total seats, price and duration of a row: old → new where they change. */
export function changeTexts({ before, totalSeats, pricePaise, durationYears }: PlannedRow): {
  seats: string;
  price: string;
  years: string;
} {
  const years = durationYears === undefined ? (before?.durationYears ?? null) : durationYears;
  return {
    seats: oldToNew(before?.totalSeats, totalSeats, String),
    price: oldToNew(before?.pricePaise, pricePaise, formatINR),
    years: oldToNew(before?.durationYears, years, (value) => String(value ?? '–')),
  };
}

function oldToNew<T>(old: T | undefined, now: T, format: (value: T) => string): string {
  return old === undefined || old === now ? format(now) : `${format(old)} → ${format(now)}`;
}
