/** The byte order mark tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

type Rows = readonly (readonly string[])[];

/** Returns rows of cells as the text of a CSV file for Excel. */
export const csvText = (rows: Rows): string => `${BYTE_ORDER_MARK}${plainCsvText(rows)}`;

/** Returns the same for a program that reads the mark as a part of the first heading. */
export const plainCsvText = (rows: Rows): string => rows.map((row) => `${row.map(csvValue).join(',')}\r\n`).join('');

/** An apostrophe keeps Excel from evaluating a text as a formula (security 40). */
function csvValue(text: string): string {
  const safe = /^[=+\-@\t\r]./.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
