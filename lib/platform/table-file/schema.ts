import type { Cell } from '@/lib/platform/cell';
import { MAX_IMPORT_ROWS } from '@/lib/platform/limits';

/** A row that has a value; `line` is its line in the file, in a workbook its row. `hidden` is absent if it is shown. */
export type Row = { line: number; cells: Cell[]; hidden?: true };

/** Cells that are shown as one: the lines of its rows, and columns from 0. Only the first cell has a value. */
export type Merge = { firstLine: number; lastLine: number; firstColumn: number; lastColumn: number };

/** A sheet of a workbook; a text file has one without a name. Empty rows are left out. */
export type Sheet = { name: string; hidden: boolean; rows: Row[]; merges: Merge[] };

/** Why a file cannot be read: a message key under `catalogue.import.file`, with its values. */
export type ReadProblem = {
  code:
    | 'empty'
    | 'too_large'
    | 'too_many_rows'
    | 'too_wide'
    | 'unpacked_too_large'
    | 'too_complex'
    | 'too_slow'
    | 'too_much_memory'
    | 'not_a_table'
    | 'password'
    | 'unreadable'
    | 'encoding'
    | 'quotes';
  params?: Record<string, string | number>;
};

/** The sheets of a file, at least one of them with a row; or why it cannot be read. */
export type ReadFile = { ok: true; sheets: Sheet[] } | { ok: false; problem: ReadProblem };

/** Thrown inside of this folder; readSheets returns its problem. */
export class Refused extends Error {
  constructor(
    code: ReadProblem['code'],
    readonly params?: ReadProblem['params'],
  ) {
    super(code);
    this.code = code;
  }
  readonly code: ReadProblem['code'];
}

/**
 * Maximum length of a cell in UTF-16 units, longer than any valid value; a workbook may repeat a shared string of
 * megabytes in every cell.
 */
export const MAX_CELL_TEXT = 1000;

/** Maximum rows times columns of a sheet. */
export const MAX_AREA = 8_000_000;

/** Maximum rows of a sheet that are not empty: those of a catalogue, and what may stand above and below it. */
export const MAX_ROWS = MAX_IMPORT_ROWS + 200;
