import 'server-only';
import { cellText, isBlank, valueText, type Cell } from '@/lib/platform/cell';
import { splitNumber } from '@/lib/platform/read-number';
import type { ReadFile, Row, Sheet } from '@/lib/platform/table-file/schema';
import { districtNamed, DISTRICTS } from '../places/rules';
import type { FiguresFile, ReadFigures } from './schema';

/** Rows below the titles: more than all districts of a State. */
const MAX_FIGURE_ROWS = 500;
/** Larger figures are a mistake, such as two numbers in one cell. */
const MAX_FIGURE = 1e12;

const DISTRICT = /^((name of (the )?)?districts?( name)?|ज\u093c?िल[ाे]( का नाम)?)$/iu;
const SOURCE = /^(source|स्रोत)$/iu;
const YEAR = /^((financial )?year|as (of|on)|date|वर्ष|दिनांक)$/iu;
/** Columns that have no figures of districts. */
const OTHER =
  /^(s\.? ?no\.?|sr\.?( ?no\.?)?|serial( (no\.?|number))?|no\.?|#|क्र\.?|क्रमांक|state|राज्य|remarks?|notes?|टिप्पणी)$/iu;
const SUM = /^((grand )?total|sum|state( total)?|madhya pradesh|कुल|योग|मध्य ?प्रदेश)$/iu;

/** The titles of a table, and the columns found by them. */
type Table = { rows: Row[]; titles: string[]; district: number };

/**
 * Reads figures of districts from the first shown sheet with a column 'District' or 'ज़िला'. A second column has the figures; columns 'Source' and
 * 'Year' say where from. Every row is judged: what is wrong is returned, never dropped.
 */
export function readFigures(file: ReadFile): ReadFigures {
  if (!file.ok) return file;
  const table = file.sheets.filter(({ hidden }) => !hidden).flatMap((sheet) => findTable(sheet) ?? [])[0];
  if (!table) return { ok: false, problem: { code: 'no_district' } };
  const { rows, titles, district } = table;
  if (rows.length > MAX_FIGURE_ROWS)
    return { ok: false, problem: { code: 'too_many_rows', params: { max: MAX_FIGURE_ROWS } } };
  const isFigure = (title: string, at: number) =>
    at !== district && title !== '' && ![SOURCE, YEAR, OTHER].some((other) => other.test(title));
  const columns = titles.flatMap((title, at) => (isFigure(title, at) ? [at] : []));
  const [column, ...others] = columns;
  if (column === undefined) return { ok: false, problem: { code: 'no_figure' } };
  if (others.length > 0)
    return {
      ok: false,
      problem: { code: 'several_figures', params: { columns: columns.map((at) => titles[at]).join(', ') } },
    };
  const judged = judgeRows(rows, district, column);
  const said = (title: RegExp) =>
    onlyValue(
      rows,
      titles.findIndex((each) => title.test(each)),
    );
  return { ok: true, file: { column: titles[column]!, ...judged, source: said(SOURCE), year: said(YEAR) } };
}

function findTable({ rows }: Sheet): Table | undefined {
  for (const [at, { cells }] of rows.entries()) {
    const titles = cells.map((cell) =>
      cellText(cell)
        .replace(/[:*]+$/, '')
        .trim(),
    );
    const district = titles.findIndex((title) => DISTRICT.test(title));
    if (district >= 0) return { rows: rows.slice(at + 1), titles, district };
  }
  return undefined;
}

function judgeRows(rows: readonly Row[], district: number, column: number) {
  const found = new Map<string, { figure: number; lines: number[] }>();
  const unknown: FiguresFile['unknown'] = [];
  const wrong: FiguresFile['wrong'] = [];
  const leftOut: FiguresFile['left_out'] = [];
  for (const { line, cells } of rows) {
    const name = cellText(cells[district] ?? null);
    const cell = cells[column] ?? null;
    const known = districtNamed(name);
    if (name === '' && cellText(cell) === '') continue;
    if (known === null) {
      (SUM.test(name) ? leftOut : unknown).push({ line, name });
      continue;
    }
    const before = found.get(known);
    const read = readFigure(cell);
    if (before) before.lines.push(line);
    else found.set(known, { figure: typeof read === 'number' ? read : 0, lines: [line] });
    if (typeof read !== 'number') wrong.push({ line, name: known, text: cellText(cell).slice(0, 60), problem: read });
  }
  const twice = [...found].flatMap(([name, { lines }]) => (lines.length > 1 ? [{ district: name, lines }] : []));
  const isBad = new Set([...twice.map((each) => each.district), ...wrong.map(({ name }) => name)]);
  return {
    matched: [...found].flatMap(([name, { figure }]) => (isBad.has(name) ? [] : [{ district: name, figure }])),
    unknown,
    twice,
    wrong,
    missing: DISTRICTS.filter((name) => !found.has(name)),
    left_out: leftOut,
  };
}

/** Returns a figure, rounded to two decimals; or why it is none. */
function readFigure(cell: Cell): number | FiguresFile['wrong'][number]['problem'] {
  const text = cellText(cell);
  if (isBlank(text)) return 'empty';
  if (/^[=+@]/.test(text)) return 'formula';
  const value = valueText(cell)
    .replace(/^(₹|rs\.?|inr)\s*/, '')
    .trim();
  if (value.startsWith('-')) return 'negative';
  const digits = splitNumber(value);
  const figure = digits ? Number(`${digits.whole}.${digits.fraction || '0'}`) : NaN;
  return figure <= MAX_FIGURE ? Math.round(figure * 100) / 100 : 'number';
}

/** Returns the value of a column if all its rows have the same; null otherwise. */
function onlyValue(rows: readonly Row[], column: number): string | null {
  const values = new Set(rows.flatMap(({ cells }) => cellText(cells[column] ?? null) || []));
  const [value] = values;
  return column >= 0 && values.size === 1 ? value! : null;
}
