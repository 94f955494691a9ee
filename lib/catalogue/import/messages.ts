import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import type { BadRow, FileProblem, PlannedRow } from './schema';

const t = getTranslator('en', 'catalogue.import');

/** Returns the message for an unusable file. */
export function fileProblemText({ code, params }: FileProblem): string {
  return t(`file.${code}`, params);
}

/** Returns every reason why a row cannot be imported. */
export function problemTexts({ problems }: BadRow): string[] {
  return problems.map(({ code, params }) => t(`row.${code}`, params));
}

/** Returns the message for a conflict with a concurrent change. */
export const conflictText = (): string => t('conflict');

/** Formats total seats and price of a row: old → new where they change. */
export function changeTexts({ before, totalSeats, pricePaise }: PlannedRow): { seats: string; price: string } {
  return {
    seats: oldToNew(before?.totalSeats, totalSeats, String),
    price: oldToNew(before?.pricePaise, pricePaise, formatINR),
  };
}

function oldToNew(old: number | undefined, now: number, format: (value: number) => string): string {
  return old === undefined || old === now ? format(now) : `${format(old)} → ${format(now)}`;
}
