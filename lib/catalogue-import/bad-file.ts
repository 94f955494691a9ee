import { csvText } from '@/lib/platform/csv';
import { COLUMN_TITLES, IMPORT_COLUMNS, type DryRun } from './schema';

/**
 * Returns the invalid rows as a CSV file with their lines and reasons. It can be corrected and imported itself: the
 * columns of line and reasons are ignored, and what it lacks stays as it is.
 */
export function badRowsFile(bad: DryRun['bad']): Blob {
  const header = [...IMPORT_COLUMNS.map((column) => COLUMN_TITLES[column]), 'Line', 'Reasons'];
  const rows = bad.map(({ line, problems, values }) => {
    const cells = IMPORT_COLUMNS.map((_, place) => values[place] ?? '');
    return [...cells, String(line), problems.join('; ')];
  });
  return new Blob([csvText([header, ...rows])], { type: 'text/csv;charset=utf-8' });
}
