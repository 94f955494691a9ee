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
  const text = [header, ...rows].map((row) => row.map(csvValue).join(',')).join('\r\n');
  // The byte order mark tells Excel that the text is UTF-8.
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv;charset=utf-8' });
}

/** An apostrophe keeps Excel from evaluating a text as a formula (security 40). */
function csvValue(text: string): string {
  const safe = /^[=+\-@\t\r]./.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
