import type { BadRow, FileProblem, ImportPlan, PlannedRow } from '@/lib/catalogue/import/schema';
import { formatINR } from '@/lib/core/money';
import { getTranslations } from '@/lib/text/server';

const t = getTranslations('catalogue.import');

/** The sentence that says what makes a file unusable. */
export function fileProblemText({ code, params }: FileProblem): string {
  return t(`file.${code}`, params);
}

/** One line a bad row: its line in the file and every reason. */
export function badRowsText(bad: readonly BadRow[]): string {
  return bad
    .map(
      ({ line, problems }) =>
        `  line ${line}: ${problems.map(({ code, params }) => t(`row.${code}`, params)).join('; ')}`,
    )
    .join('\n');
}

/** That another import was in the way. */
export const conflictText = (): string => t('conflict');

/** A table of the rows with what becomes of each, old → new where a value changes, and the totals below it. */
export function planText({ rows, bad, notInFile }: ImportPlan): string {
  const header = ['Line', 'Change', 'City', 'Institute', 'Type', 'Branch', 'Seats', 'Price per year'];
  const table = rows.length > 0 ? `${alignColumns([header, ...rows.map(cells)])}\n\n` : '';
  const count = (change: PlannedRow['change']) => rows.filter((row) => row.change === change).length;
  const totals = `${count('added')} added, ${count('changed')} changed, ${count('left')} left as they are, ${bad.length} bad`;
  return `${table}${totals}.\nCourses that are not in the file, left alone: ${notInFile}.`;
}

function cells({ before, ...row }: PlannedRow): string[] {
  const seats = (total: number) => String(total);
  return [
    String(row.line),
    row.change,
    row.city,
    row.institute ?? '–',
    row.courseType,
    row.branch,
    oldToNew(before?.totalSeats, row.totalSeats, seats),
    oldToNew(before?.pricePaise, row.pricePaise, formatINR),
  ];
}

function oldToNew(old: number | undefined, now: number, format: (value: number) => string): string {
  return old === undefined || old === now ? format(now) : `${format(old)} → ${format(now)}`;
}

/** Hindi vowel signs stand on their letter and take no place of their own. */
const width = (text: string) => text.replace(/\p{Mn}/gu, '').length;

function alignColumns(table: readonly string[][]): string {
  const widths = (table[0] ?? []).map((_, column) =>
    table.reduce((most, row) => Math.max(most, width(row[column] ?? '')), 0),
  );
  return table
    .map((row) =>
      row
        .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - width(text)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
