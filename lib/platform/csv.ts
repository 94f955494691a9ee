/** The byte order mark tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns rows of cells as the text of a CSV file for Excel. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `${BYTE_ORDER_MARK}${rows.map((row) => `${row.map(csvValue).join(',')}\r\n`).join('')}`;

/** An apostrophe keeps Excel from evaluating a text as a formula (security 40). */
function csvValue(text: string): string {
  const safe = /^[=+\-@\t\r]./.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
