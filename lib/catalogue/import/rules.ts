import { findColumns } from './columns';
import {
  IMPORT_COLUMNS,
  type BadRow,
  type Cell,
  type FileProblem,
  type ImportColumn,
  type ImportCounts,
  type ImportPlan,
  type ImportRow,
  type RowProblem,
  type Table,
} from './schema';
import { cellText, readCourseType, readName, readPrice, readRequiredName, readSeats, type Read } from './values';

/**
 * Checks a table row by row.
 * @returns the valid and the invalid rows, with every reason; or the problem of the file as a whole
 */
export function parseTable(
  table: Table,
): { ok: true; rows: ImportRow[]; bad: BadRow[] } | { ok: false; problem: FileProblem } {
  const [header, ...lines] = table;
  if (!header) return { ok: false, problem: { code: 'empty' } };
  const columns = findColumns(header.cells);
  if (!columns.ok) return columns;
  if (lines.length === 0) return { ok: false, problem: { code: 'no_rows' } };

  const rows: ImportRow[] = [];
  const bad: BadRow[] = [];
  const firstLine = new Map<string, number>();
  const spelling = firstSpelling();
  for (const { line, cells } of lines) {
    const read = readRow(line, cells, columns.places, header.cells.length);
    if (!read.ok) {
      bad.push({ line, problems: read.problems });
      continue;
    }
    const { row } = read;
    const key = courseKey(row);
    const other = firstLine.get(key);
    if (other === undefined) {
      firstLine.set(key, line);
      rows.push({
        ...row,
        city: spelling(row.city),
        institute: row.institute === null ? null : spelling(row.institute),
      });
    } else bad.push({ line, problems: [{ code: 'duplicate', params: { other } }] });
  }
  return { ok: true, rows, bad };
}

/** Identifies a course: city, institute, course type and branch, ignoring case. */
function courseKey({ city, institute, courseType, branch }: ImportRow): string {
  return JSON.stringify([city, institute, courseType, branch]).toLowerCase();
}

/** Names that differ only in case are the same city or institute: all get the first spelling. */
function firstSpelling(): (name: string) => string {
  const first = new Map<string, string>();
  return (name) => {
    const key = name.toLowerCase();
    const known = first.get(key);
    if (known === undefined) first.set(key, name);
    return known ?? name;
  };
}

function readRow(
  line: number,
  cells: readonly Cell[],
  places: Record<ImportColumn, number>,
  width: number,
): { ok: true; row: ImportRow } | { ok: false; problems: RowProblem[] } {
  // With values beyond the header, the cells have shifted (as by an unquoted 1,25,000), so other problems would be
  // misleading.
  if (cells.slice(width).some((cell) => cellText(cell) !== ''))
    return { ok: false, problems: [{ code: 'extra_values' }] };

  const at = (column: ImportColumn) => cells[places[column]] ?? null;
  const city = readRequiredName(at('city'), 'city');
  const institute = readName(at('institute'), 'institute');
  const courseType = readCourseType(at('courseType'));
  const branch = readRequiredName(at('branch'), 'branch');
  const totalSeats = readSeats(at('totalSeats'));
  const price = readPrice(at('price'));
  if (city.ok && institute.ok && courseType.ok && branch.ok && totalSeats.ok && price.ok) {
    const row = {
      line,
      city: city.value,
      institute: institute.value || null,
      courseType: courseType.value,
      branch: branch.value,
      totalSeats: totalSeats.value,
      pricePaise: price.value,
    };
    return { ok: true, row };
  }
  const values: Record<ImportColumn, Read<unknown>> = { city, institute, courseType, branch, totalSeats, price };
  return { ok: false, problems: IMPORT_COLUMNS.flatMap((column) => problemOf(values[column])) };
}

function problemOf(value: Read<unknown>): RowProblem[] {
  return value.ok ? [] : [value.problem];
}

/** Returns the problem of a total below the adopted and held seats. */
export function belowTaken(line: number, total: number, taken: number): BadRow {
  return { line, problems: [{ code: 'below_taken', params: { total, taken } }] };
}

/** Counts the rows that an import would add, change and leave unchanged, and the invalid rows. */
export function countRows({ rows, bad }: Pick<ImportPlan, 'rows' | 'bad'>): ImportCounts {
  const counts = { added: 0, changed: 0, left: 0, bad: bad.length };
  for (const { change } of rows) counts[change] += 1;
  return counts;
}
