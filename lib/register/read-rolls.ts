import 'server-only';
import { cellText, type Cell } from '@/lib/platform/cell';
import { MAX_ROLL_NUMBERS } from '@/lib/platform/limits';
import { columnLetters } from '@/lib/platform/spreadsheet/rules';
import type { ReadFile, ReadProblem, Row } from '@/lib/platform/table-file/schema';
import { longRows } from '@/lib/platform/table-file/surplus';
import type { MarkRow } from './report-schema';
import { judgeRolls, rollText } from './roll-form';
import { readDay } from '@/lib/platform/read-day';
import { findColumns, type ColumnOfRolls } from './roll-lists';
import { MAX_LISTS, type ReadRoll, type RollList, type RollProblem } from './schema';

/** Why there are no rows: 'no_column' if no column has the title of roll numbers, 'no_state' if none has that of states. */
type RefusedFile = {
  ok: false;
  problem: Pick<ReadProblem, 'code' | 'params'> | { code: 'no_column' | 'no_state'; params?: undefined };
};

/** What else was found: the lists, the sheets without one, and lines of the lists that are read that are no roll numbers. */
type FileParts = {
  lists: RollList[];
  other_sheets: string[];
  problems: { list: number; line: number; problem: RollProblem }[];
};

/** The roll numbers of a file, or why there are none. */
export type ReadRolls = ({ ok: true; rows: ReadRoll[] } & FileParts) | RefusedFile;

/** The same with what is said of each student. */
export type ReadMarks = ({ ok: true; rows: MarkRow[] } & FileParts) | RefusedFile;

/**
 * The rows of a text with more cells than titles: a comma inside a name has moved what stands behind it. None if each row with a
 * number has as many, below titles that leave columns out. A number in the first column stays where it is, unless it is
 * several itself.
 */
function shiftedRows({ sheet, titles, index, rows, state = index }: ColumnOfRolls & { state?: number }): Set<Row> {
  if (titles.length === 0) return new Set();
  const lengths = new Set(rows.flatMap(({ cells }) => (cellText(cells[index] ?? null) ? cells.length : [])));
  if (lengths.size === 1) return new Set();
  const isFirst = index === 0 && state === 0;
  const isSafe = ({ cells }: Row) => isFirst && !/\p{N}/u.test(cellText(cells[1] ?? null));
  return new Set(longRows({ name: sheet }, rows, titles.length).filter((row) => !isSafe(row)));
}

const STATE_TITLE =
  /^(state|status|mark|attends|attending|attendance|present|results?|final\s+result|outcome|स्थिति|उपस्थिति|उपस्थित|परिणाम|परीक्षाफल)\s*[:?]?$/iu;

const ADMISSION_TITLE =
  /^(date\s+of\s+(admission|joining|admn\.?)|(admission|joining|admn\.?)\s+(date|day)|admitted\s+on|do[aj]|प्रवेश\s+(की\s+)?(तिथि|तारीख|दिनांक))\s*[:?]?$/iu;

/**
 * Finds the columns of roll numbers in all sheets by their titles in English or Hindi, and reads those that are likely meant, with
 * the day of a column of admissions. What is no roll number stays in the file: a line with a name is named without its text.
 * @param chosen the numbers of the lists to read instead
 */
export function readRolls(file: ReadFile, chosen?: readonly number[]): ReadRolls {
  if (!file.ok) return file;
  const { columns, others } = findColumns(file.sheets);
  if (columns.length === 0) return { ok: false, problem: { code: 'no_column' } };
  return readColumns(columns, others, chosen, (column, cells) => {
    const admission = columnBeside(column, ADMISSION_TITLE);
    const day = admission < 0 ? null : readDay(cells[admission] ?? null);
    return day === null ? {} : { from_day: day };
  });
}

/** Finds roll numbers like readRolls, and beside them the column with the title of a state; without one there are no rows. */
export function readMarks(file: ReadFile, chosen?: readonly number[]): ReadMarks {
  if (!file.ok) return file;
  const { columns, others } = findColumns(file.sheets);
  if (columns.length === 0) return { ok: false, problem: { code: 'no_column' } };
  const withState = columns.flatMap((column) => {
    const state = columnBeside(column, STATE_TITLE);
    return state < 0 ? [] : [{ ...column, state }];
  });
  if (withState.length === 0) return { ok: false, problem: { code: 'no_state' } };
  return readColumns(withState, others, chosen, ({ state }, cells) => ({ state: cellText(cells[state] ?? null) }));
}

/** The first such title right of the roll numbers, else left of them: beside each other two blocks have one each; -1 without one. */
function columnBeside({ titles, index }: ColumnOfRolls, title: RegExp): number {
  const found = titles.flatMap((cell, at) => (title.test(cellText(cell)) ? at : []));
  return found.find((at) => at > index) ?? found[0] ?? -1;
}

function readColumns<C extends ColumnOfRolls, Fields extends object>(
  columns: readonly C[],
  others: string[],
  chosen: readonly number[] | undefined,
  fieldsOf: (column: C, cells: readonly Cell[]) => Fields,
): ({ ok: true; rows: (ReadRoll & Fields)[] } & FileParts) | RefusedFile {
  const rows: (ReadRoll & Fields)[] = [];
  const problems: FileParts['problems'] = [];
  const lists = columns.slice(0, MAX_LISTS).map((column, list): RollList => {
    const read = chosen ? chosen.includes(list) : column.isMeant;
    const judged = judgeColumn(column);
    const rolls = judged.filter(({ problem }) => !problem);
    if (read) {
      for (const { line, problem } of judged) if (problem) problems.push({ list, line, problem });
      for (const { line, roll, cells } of rolls) rows.push({ list, line, roll, ...fieldsOf(column, cells) });
    }
    return {
      list,
      sheet: column.sheet,
      hidden: column.hidden,
      title: column.title,
      line: column.line,
      column: columnLetters(column.index + 1),
      count: rolls.length,
      read,
      first: rolls[0]?.roll ?? null,
      last: rolls.at(-1)?.roll ?? null,
    };
  });
  if (rows.length > MAX_ROLL_NUMBERS)
    return { ok: false, problem: { code: 'too_many_rows', params: { max: MAX_ROLL_NUMBERS } } };
  return { ok: true, rows, lists, other_sheets: others, problems: problems.slice(0, MAX_ROLL_NUMBERS) };
}

/** The rows of a column with a roll number, or with what is wrong with it. */
function judgeColumn(column: ColumnOfRolls & { state?: number }) {
  const { index, rows } = column;
  const isShifted = shiftedRows(column);
  const shown = rows.filter((row) => !row.hidden && !isShifted.has(row));
  const rolls = judgeRolls(shown.map(({ cells }) => rollText(cells[index] ?? null)));
  const judged = new Map(shown.map((row, at) => [row, rolls[at]!]));
  return rows.map((row) => {
    const problemOfRow = isShifted.has(row) ? ('cells' as const) : ('hidden' as const);
    const { roll, problem } = judged.get(row) ?? { roll: '', problem: problemOfRow };
    return { line: row.line, cells: row.cells, roll, problem };
  });
}
