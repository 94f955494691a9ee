import 'server-only';
import { cellText, type Cell } from '@/lib/platform/cell';
import { MAX_ROLL_NUMBERS } from '@/lib/platform/limits';
import type { ReadFile, ReadProblem, Row } from '@/lib/platform/table-file/schema';
import type { MarkRow } from './report-schema';
import type { RollRow } from './schema';

/** Why there are no rows: 'no_column' if no column has the title of roll numbers, 'no_state' if none has that of states. */
type RollProblem = Pick<ReadProblem, 'code' | 'params'> | { code: 'no_column' | 'no_state'; params?: undefined };

/** The roll numbers of a file, or why there are none. */
export type ReadRolls = { ok: true; rows: RollRow[] } | { ok: false; problem: RollProblem };

/** The same with what is said of each student. */
export type ReadMarks = { ok: true; rows: MarkRow[] } | { ok: false; problem: RollProblem };

const TITLE =
  /^((student|candidate|university|exam)?'?s?\s*)?(roll|enrol?lment|enrol?l|registration|reg|admission)\.?\s*(no|num|number|nos)?\.?$|^(रोल|नामांकन|अनुक्रमांक|पंजीयन|प्रवेश)\s*(नं|नंबर|नम्बर|संख्या|क्रमांक|क्र)?\.?$/iu;

const STATE_TITLE =
  /^(state|status|mark|attends|attending|attendance|present|results?|final\s+result|outcome|स्थिति|उपस्थिति|उपस्थित|परिणाम|परीक्षाफल)\s*[:?]?$/iu;

/** Lines at the top of a sheet in which its titles are looked for. */
const TITLE_LINES = 20;

/**
 * Finds the column of roll numbers in the first sheet that has its title in English or Hindi; without a title, in the first
 * sheet that has one column alone. Rows below it without a number are left out.
 */
export function readRolls(file: ReadFile): ReadRolls {
  if (!file.ok) return file;
  const found = findColumn(file.sheets);
  if (!found) return { ok: false, problem: { code: 'no_column' } };
  return limited(rowsOf(found));
}

/** Finds roll numbers like readRolls, and beside them the column with the title of a state; without one there are no rows. */
export function readMarks(file: ReadFile): ReadMarks {
  if (!file.ok) return file;
  const found = findColumn(file.sheets);
  if (!found) return { ok: false, problem: { code: 'no_column' } };
  const at = found.titles.findIndex((cell) => STATE_TITLE.test(cellText(cell)));
  if (at < 0) return { ok: false, problem: { code: 'no_state' } };
  return limited(rowsOf(found).map(({ cells, ...row }) => ({ ...row, cells, state: cellText(cells[at] ?? null) })));
}

function findColumn(sheets: Extract<ReadFile, { ok: true }>['sheets']): FoundColumn | null {
  const rows = [...sheets].sort((a, b) => Number(a.hidden) - Number(b.hidden)).map((sheet) => sheet.rows);
  // A cover sheet may have a single cell, so that titles are looked for in all sheets first.
  return firstOf(rows, titledColumn) ?? firstOf(rows, onlyColumn);
}

const rowsOf = ({ index, rows }: FoundColumn) =>
  rows
    .map(({ line, cells }) => ({ line, cells, roll: textOf(cells[index] ?? null) }))
    .filter(({ roll }) => roll !== '');

/** Leaves out the cells that were read. */
function limited<R extends { cells: readonly Cell[] }>(
  found: readonly R[],
): { ok: true; rows: Omit<R, 'cells'>[] } | { ok: false; problem: RollProblem } {
  if (found.length > MAX_ROLL_NUMBERS)
    return { ok: false, problem: { code: 'too_many_rows', params: { max: MAX_ROLL_NUMBERS } } };
  return { ok: true, rows: found.map(({ cells: _, ...row }) => row) };
}

/** A column, the line of its title, and the rows below. */
type FoundColumn = { index: number; titles: readonly Cell[]; rows: readonly Row[] };

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
    if (index >= 0) return { index, titles: cells, rows: rows.slice(at + 1) };
  }
  return null;
}

function onlyColumn(rows: readonly Row[]): FoundColumn | null {
  const used = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell, index) => (cellText(cell) ? index : []))));
  const [index] = used;
  return used.size === 1 && index !== undefined ? { index, titles: [], rows } : null;
}

/** A roll number that a spreadsheet made a number has no decimals and no exponent. */
const textOf = (cell: Cell): string =>
  typeof cell === 'number' && Number.isInteger(cell)
    ? cell.toLocaleString('en', { useGrouping: false })
    : cellText(cell);
