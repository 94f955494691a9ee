import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { BadRow, FileProblem, ImportPlan, PlaceWarning, PlannedRow, RowProblem, SheetNote } from './schema';

const t = getTranslator('en', 'catalogue.import');

/** Returns the message for an unusable file. */
export function fileProblemText({ code, params }: FileProblem): string {
  return t(`file.${code}`, params);
}

/** Returns every reason why a row cannot be imported. */
export function problemTexts({ problems }: BadRow): string[] {
  return problems.map(problemText);
}

/** Returns one reason as a sentence. */
export const problemText = ({ code, params }: RowProblem): string => t(`row.${code}`, params);

/** Returns what of the sheet that was read is hidden, with its first line. */
export function noteTexts({ sheet, isHidden, hiddenRows, line }: SheetNote): { line: number; text: string }[] {
  const ofSheet = isHidden ? [{ line: 1, text: t('sheet.hidden', { sheet }) }] : [];
  return hiddenRows > 0 ? [...ofSheet, { line, text: t('sheet.hiddenRows', { count: hiddenRows }) }] : ofSheet;
}

/** Returns what may be a mistake in a plan, with the line of its first row. */
export function warningsOf({ unknown, emptyInstitutes, formerNames }: ImportPlan): { line: number; text: string }[] {
  const empty = emptyInstitutes ? [emptyInstitutes] : [];
  return [
    ...empty.map(({ line, count }) => ({ line, text: t('institute.empty', { count }) })),
    ...formerNames.map(({ line, name, now }) => ({ line, text: t('institute.former', { name, now }) })),
    ...unknown.map((city) => ({ line: city.line, text: warningText(city) })),
  ];
}

/** Returns the warning for a city that is on no map, with what to do. */
function warningText({ city, proposal }: PlaceWarning): string {
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
    price: oldToNew(before?.pricePaise, pricePaise, (paise) => formatINR(paise)),
    years: oldToNew(before?.durationYears, years, (value) => String(value ?? '–')),
  };
}

function oldToNew<T>(old: T | undefined, now: T, format: (value: T) => string): string {
  return old === undefined || old === now ? format(now) : `${format(old)} → ${format(now)}`;
}
