/** What a column of the file for the bank may be; `amount` is in rupees with two decimals, `date` the day to pay on as DD/MM/YYYY. */
const FIELDS = [
  'serial',
  'name',
  'account',
  'ifsc',
  'amount',
  'mode',
  'date',
  'debit_account',
  'reference',
  'empty',
] as const;
export type BankFileField = (typeof FIELDS)[number];

/** A column of the file: its heading, and what it has. */
export type BankFileColumn = { title: string; field: BankFileField };

/**
 * Reads the setting of the columns: a line each, `Heading = field`.
 * @returns null if a line is otherwise, or there is none
 */
export function readColumns(text: string): BankFileColumn[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const columns = lines.map((line) => {
    const at = line.lastIndexOf('=');
    const field = FIELDS.find((name) => name === line.slice(at + 1).trim());
    return at > 0 && field ? { title: line.slice(0, at).trim(), field } : null;
  });
  return columns.length > 0 && columns.every((column) => column !== null) ? columns : null;
}
