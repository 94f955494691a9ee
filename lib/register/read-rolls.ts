import 'server-only';
import { cellText, type Cell } from '@/lib/platform/cell';
import { MAX_ROLL_NUMBERS } from '@/lib/platform/limits';
import type { ReadFile, ReadProblem, Row } from '@/lib/platform/table-file/schema';
import type { RollRow } from './schema';

/** The roll numbers of a file, or why there are none: 'no_column' if no column has the title of one. */
export type ReadRolls =
  | { ok: true; rows: RollRow[] }
  | { ok: false; problem: Pick<ReadProblem, 'code' | 'params'> | { code: 'no_column'; params?: undefined } };

const TITLE =
  /^((student|candidate|university|exam)?'?s?\s*)?(roll|enrol?lment|enrol?l|registration|reg|admission)\.?\s*(no|num|number|nos)?\.?$|^(रोल|नामांकन|अनुक्रमांक|पंजीयन|प्रवेश)\s*(नं|नंबर|नम्बर|संख्या|क्रमांक|क्र)?\.?$/iu;

/** Lines at the top of a sheet in which its titles are looked for. */
const TITLE_LINES = 20;

/**
 * Finds the column of roll numbers in the first sheet that has its title in English or Hindi; without a title, in the first
 * sheet that has one column alone. Rows below it without a number are left out.
 */
export function readRolls(file: ReadFile): ReadRolls {
  if (!file.ok) return file;
  const sheets = [...file.sheets].sort((a, b) => Number(a.hidden) - Number(b.hidden)).map(({ rows }) => rows);
  // A cover sheet may have a single cell, so that titles are looked for in all sheets first.
  const column = firstOf(sheets, titledColumn) ?? firstOf(sheets, onlyColumn);
  if (!column) return { ok: false, problem: { code: 'no_column' } };
  const found = column.rows
    .map(({ line, cells }) => ({ line, roll: textOf(cells[column.index] ?? null) }))
    .filter(({ roll }) => roll !== '');
  if (found.length > MAX_ROLL_NUMBERS)
    return { ok: false, problem: { code: 'too_many_rows', params: { max: MAX_ROLL_NUMBERS } } };
  return { ok: true, rows: found };
}

/** A column, and the rows below its title. */
type FoundColumn = { index: number; rows: readonly Row[] };

function firstOf(
  sheets: readonly (readonly Row[])[],
  find: (rows: readonly Row[]) => FoundColumn | null,
): FoundColumn | null {
  for (const rows of sheets) {
    const column = find(rows);
    if (column) return column;
  }
  return null;
}

function titledColumn(rows: readonly Row[]): FoundColumn | null {
  for (const [at, { cells }] of rows.slice(0, TITLE_LINES).entries()) {
    const index = cells.findIndex((cell) => TITLE.test(cellText(cell)));
    if (index >= 0) return { index, rows: rows.slice(at + 1) };
  }
  return null;
}

function onlyColumn(rows: readonly Row[]): FoundColumn | null {
  const used = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell, index) => (cellText(cell) ? index : []))));
  const [index] = used;
  return used.size === 1 && index !== undefined ? { index, rows } : null;
}

/** A roll number that a spreadsheet made a number has no decimals and no exponent. */
const textOf = (cell: Cell): string =>
  typeof cell === 'number' && Number.isInteger(cell)
    ? cell.toLocaleString('en', { useGrouping: false })
    : cellText(cell);
