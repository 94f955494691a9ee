import type { Cell } from '@/lib/platform/cell';
import {
  COLUMN_TITLES,
  IMPORT_COLUMNS,
  OPTIONAL_COLUMNS,
  OPTIONAL_TITLES,
  type FileProblem,
  type ImportColumn,
  type OptionalColumn,
  type Table,
} from './schema';
import { columnOfKey, numberTitleOf, placeColumnOfKey, titleKeys, type PlaceColumn } from './titles';

const TITLES = { ...COLUMN_TITLES, ...OPTIONAL_TITLES };
const ALL_COLUMNS = [...IMPORT_COLUMNS, ...OPTIONAL_COLUMNS];

/** The zero-based index of each column that a file has. */
export type ColumnPlaces = Record<ImportColumn, number> & Partial<Record<OptionalColumn, number>>;
/** The index of each column of places that a file has. */
export type PlaceColumns = Partial<Record<PlaceColumn, number>>;

/** The columns of a table, and the number of rows down to its titles. */
type Header = { places: ColumnPlaces; placeColumns: PlaceColumns; rows: number };

/** Rows in which the titles are looked for: lists begin with what they are and who made them. */
const MAX_ROWS_ABOVE = 50;

/**
 * Finds the first row that has a title of every required column. Unknown titles are ignored.
 * @returns the columns; or those that are missing in the row with the most titles, or that several titles match
 */
export function findHeader(table: Table): ({ ok: true } & Header) | { ok: false; problem: FileProblem } {
  const rows = table.slice(0, MAX_ROWS_ABOVE).map((row) => ({ row, columns: columnsOf(row.cells) }));
  const found = rows.findIndex(({ columns }) => missingIn(columns).length === 0);
  if (found >= 0) return readHeader(rows[found]!.row.cells, found + 1);
  const countKnown = (columns: Columns) => columns.filter((column) => column !== null).length;
  const best = rows.reduce((most, row) => (countKnown(row.columns) > countKnown(most.columns) ? row : most), rows[0]!);
  const missing = missingIn(best.columns).map((column) => COLUMN_TITLES[column]);
  const seen = quoted(titlesOf(best.row.cells).filter(Boolean).slice(0, 30));
  const params = { missing: missing.join(', '), line: best.row.line, seen };
  return { ok: false, problem: { code: 'columns_missing', params } };
}

type Columns = (ImportColumn | OptionalColumn | null)[];

const titlesOf = (cells: readonly Cell[]) => cells.map((cell) => String(cell ?? '').trim());
const quoted = (titles: readonly string[]) => titles.map((title) => `"${title.slice(0, 60)}"`).join(', ');
const missingIn = (columns: Columns) => IMPORT_COLUMNS.filter((column) => !columns.includes(column));

/** The title of lists of ITIs for all seats of a unit; beside another title of seats, those that are left. */
const SEATS_OF_UNIT = 'seatavailable';

/** Returns the column that each cell names; a district is the city where no other cell is. */
function columnsOf(cells: readonly Cell[]): Columns {
  const keys = titleKeys(cells);
  const isDistrict = (key: string) => placeColumnOfKey(key) === 'district';
  const hasCity = keys.some((key) => columnOfKey(key) === 'city' && !isDistrict(key));
  const hasSeats = keys.some((key) => key !== SEATS_OF_UNIT && columnOfKey(key) === 'totalSeats');
  const numberTitle = numberTitleOf(keys);
  const isOtherNumber = (key: string) => columnOfKey(key) === 'number' && key !== numberTitle;
  return keys.map((key) =>
    (hasCity && isDistrict(key)) || (hasSeats && key === SEATS_OF_UNIT) || isOtherNumber(key) ? null : columnOfKey(key),
  );
}

function readHeader(
  cells: readonly Cell[],
  rows: number,
): ({ ok: true } & Header) | { ok: false; problem: FileProblem } {
  const columns = columnsOf(cells);
  const found = ALL_COLUMNS.map((column) => ({
    column,
    places: columns.flatMap((other, place) => (other === column ? [place] : [])),
  }));
  const twice = found.find(({ places }) => places.length > 1);
  if (twice) {
    const seen = quoted(twice.places.map((place) => titlesOf(cells)[place] ?? ''));
    return { ok: false, problem: { code: 'columns_ambiguous', params: { column: TITLES[twice.column], seen } } };
  }
  const places = Object.fromEntries(
    found.flatMap(({ column, places: [place] }) => (place === undefined ? [] : [[column, place]])),
  ) as ColumnPlaces;
  return { ok: true, places, placeColumns: placeColumnsOf(cells, places.city), rows };
}

function placeColumnsOf(cells: readonly Cell[], city: number): PlaceColumns {
  const columns = titleKeys(cells).map((key, place) => (place === city ? null : placeColumnOfKey(key)));
  const placeOf = (column: PlaceColumn) => {
    const at = columns.indexOf(column);
    return at < 0 ? undefined : at;
  };
  return { district: placeOf('district'), latitude: placeOf('latitude'), longitude: placeOf('longitude') };
}
