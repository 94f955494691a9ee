import { changeTexts, problemTexts } from '@/lib/catalogue/import/messages';
import { countRows } from '@/lib/catalogue/import/rules';
import type { BadRow, ImportPlan, PlannedRow } from '@/lib/catalogue/import/schema';

/** Returns one line per invalid row: its line number in the file and every reason. */
export function badRowsText(bad: readonly BadRow[]): string {
  return bad.map((row) => `  line ${row.line}: ${problemTexts(row).join('; ')}`).join('\n');
}

/** Returns a table of the rows with the outcome of each, old → new where a value changes, and the totals below it. */
export function planText(plan: ImportPlan): string {
  const { rows, notInFile } = plan;
  const header = ['Line', 'Change', 'City', 'Institute', 'Type', 'Branch', 'Seats', 'Price per year'];
  const table = rows.length > 0 ? `${alignColumns([header, ...rows.map(cells)])}\n\n` : '';
  const { added, changed, left, bad } = countRows(plan);
  const totals = `${added} added, ${changed} changed, ${left} left as they are, ${bad} bad`;
  return `${table}${totals}.\nCourses that are not in the file, left alone: ${notInFile}.`;
}

function cells(row: PlannedRow): string[] {
  const { seats, price } = changeTexts(row);
  return [String(row.line), row.change, row.city, row.institute ?? '–', row.courseType, row.branch, seats, price];
}

/** Hindi vowel signs combine with their letter and have no width of their own. */
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
