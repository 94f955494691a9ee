import { cellText, type Cell } from '@/lib/platform/cell';
import { toRupeeString } from '@/lib/platform/money';
import { decimalMarkOf } from '@/lib/platform/read-amount';
import type { DecimalMark } from '@/lib/platform/read-number';
import {
  DURATION_YEARS,
  INSTITUTE_FIELDS,
  type InstituteDetails,
  type InstituteField,
} from '@/lib/catalogue/institute-details';
import type { Merge } from '@/lib/platform/table-file/schema';
import { hasSurplus } from '@/lib/platform/table-file/surplus';
import { findHeader, type ColumnPlaces } from './columns';
import { readPlace } from './places';
import { fillMerged } from './sheets';
import {
  IMPORT_COLUMNS,
  OPTIONAL_COLUMNS,
  OPTIONAL_TITLES,
  type BadRow,
  type DryRun,
  type FileProblem,
  type ImportColumn,
  type ImportContent,
  type ImportCounts,
  type ImportInstitute,
  type ImportPlace,
  type ImportPlan,
  type ImportRow,
  type PlannedRow,
  type RowProblem,
  type Table,
} from './schema';
import {
  readBranchHindi,
  readCourseType,
  readDetail,
  readDuration,
  readName,
  readOpen,
  readSession,
  readStudyYear,
  readPrice,
  readRequiredName,
  readSeats,
  withoutPerYear,
  type Read,
} from './values';

/**
 * Checks a table row by row. Merged cells count in each of their rows.
 * @returns the valid and the invalid rows, with every reason, and the institutes with their details; or the problem of
 * the file as a whole
 */
export function parseTable(
  table: Table,
  merges: readonly Merge[] = [],
): ({ ok: true; bad: BadRow[] } & ImportContent) | { ok: false; problem: FileProblem } {
  if (table.length === 0) return { ok: false, problem: { code: 'empty' } };
  const columns = findHeader(table);
  if (!columns.ok) return columns;
  const width = table[columns.rows - 1]!.cells.length;
  const lines = fillMerged(table.slice(columns.rows), merges, columns.places.totalSeats);
  if (lines.length === 0) return { ok: false, problem: { code: 'no_rows' } };

  const prices = lines.map(({ cells }) => cells[columns.places.price] ?? null);
  const decimal = decimalMarkOf(prices.map(withoutPerYear));
  const isInLakh = prices.some((price) => problemOf(readPrice(price, decimal))?.[0]?.code === 'price_low');
  const rows: ImportRow[] = [];
  const bad: BadRow[] = [];
  const places: ImportPlace[] = [];
  const firstLine = new Map<string, number>();
  const spelling = firstSpelling();
  const institutes = collectInstitutes();
  for (const { line, cells } of lines) {
    const values = IMPORT_COLUMNS.map((column) => cellText(cells[columns.places[column]] ?? null));
    const read = readRow(line, cells, columns.places, width, { decimal, isInLakh });
    if (!read.ok) {
      bad.push({ line, problems: read.problems, values });
      continue;
    }
    const { row, details } = read;
    const place = readPlace(row.city, cells, columns.placeColumns);
    if (!place.ok) {
      bad.push({ line, problems: [place.problem], values });
      continue;
    }
    if (place.place) places.push({ line, ...place.place });
    const key = courseKey(row);
    const other = firstLine.get(key);
    if (other === undefined) {
      firstLine.set(key, line);
      const differing = institutes.add(row, details);
      if (differing.length > 0) {
        bad.push({ line, problems: differing, values });
        continue;
      }
      rows.push({
        ...row,
        city: spelling(row.city),
        institute: row.institute === null ? null : spelling(row.institute),
      });
    } else bad.push({ line, problems: [{ code: 'duplicate', params: { other } }], values });
  }
  const optional = OPTIONAL_COLUMNS.filter((column) => columns.places[column] !== undefined);
  const hasDetails = INSTITUTE_FIELDS.some((field) => optional.includes(field));
  return { ok: true, rows, bad, institutes: hasDetails ? institutes.all() : [], optional, places };
}

/**
 * Collects the details of institutes from their rows: an empty cell adds nothing, a second value that differs from the
 * first is a problem of its row.
 */
function collectInstitutes() {
  type Known = ImportInstitute & { lines: Partial<Record<InstituteField, number>> };
  const found = new Map<string, Known>();
  return {
    add({ line, institute, city }: ImportRow, details: Partial<InstituteDetails>): RowProblem[] {
      const fields = INSTITUTE_FIELDS.filter((field) => (details[field] ?? null) !== null);
      if (institute === null)
        return fields.map((field) => ({
          code: 'detail_without_institute',
          params: { column: OPTIONAL_TITLES[field] },
        }));
      const key = JSON.stringify([institute, city]).toLowerCase();
      const entry = found.get(key) ?? { line, name: institute, city, details: { ...details }, lines: {} };
      const problems = fields.flatMap((field): RowProblem[] => {
        const first = entry.lines[field];
        if (first === undefined || entry.details[field] === details[field]) return [];
        return [{ code: 'detail_differs', params: { column: OPTIONAL_TITLES[field], other: first } }];
      });
      if (problems.length > 0) return problems;
      for (const field of fields) {
        Object.assign(entry.details, { [field]: details[field] });
        entry.lines[field] ??= line;
      }
      found.set(key, entry);
      return [];
    },
    all: (): ImportInstitute[] => [...found.values()].map(({ lines: _, ...institute }) => institute),
  };
}

/** Identifies an offer: city, institute, course type and branch, ignoring case, session and year of study. */
export function courseKey({ city, institute, courseType, branch, session, studyYear = 1 }: ImportRow): string {
  return JSON.stringify([city, institute, courseType, branch, session, studyYear]).toLowerCase();
}

/** Names that differ only in case are the same city or institute: all get the first spelling. */
function firstSpelling(): (name: string) => string {
  const first = new Map<string, string>();
  return (name) => {
    const key = name.toLowerCase();
    const firstSpelling = first.get(key);
    if (firstSpelling === undefined) first.set(key, name);
    return firstSpelling ?? name;
  };
}

function readRow(
  line: number,
  cells: readonly Cell[],
  places: ColumnPlaces,
  width: number,
  { decimal, isInLakh }: { decimal: DecimalMark; isInLakh: boolean },
): { ok: true; row: ImportRow; details: Partial<InstituteDetails> } | { ok: false; problems: RowProblem[] } {
  // With values beyond the header, the cells have shifted (as by an unquoted 1,25,000), so other problems would be
  // misleading.
  if (hasSurplus(cells, width)) return { ok: false, problems: [{ code: 'extra_values' }] };

  const at = (column: ImportColumn) => cells[places[column]] ?? null;
  const city = readRequiredName(at('city'), 'city');
  const institute = readName(at('institute'), 'institute');
  const courseType = readCourseType(at('courseType'));
  const branch = readRequiredName(at('branch'), 'branch');
  const totalSeats = readSeats(at('totalSeats'));
  const price = readPrice(at('price'), decimal, isInLakh);
  const optionalAt = (place: number) => cells[place] ?? null;
  const duration = places.duration === undefined ? null : readDuration(optionalAt(places.duration));
  const branchHindi = places.branchHindi === undefined ? null : readBranchHindi(optionalAt(places.branchHindi));
  const details = INSTITUTE_FIELDS.flatMap((field) => {
    const place = places[field];
    return place === undefined ? [] : [[field, readDetail(optionalAt(place), field)] as const];
  });
  const open = places.open === undefined ? null : readOpen(optionalAt(places.open));
  const session = places.session === undefined ? null : readSession(optionalAt(places.session));
  const studyYear = places.studyYear === undefined ? null : readStudyYear(optionalAt(places.studyYear));
  const optional = [duration, branchHindi, open, session, studyYear].filter((read) => read !== null);
  const extra = [...details.map(([, read]) => read), ...optional].flatMap(problemOf);
  if (studyYear?.ok && duration?.ok && (studyYear.value ?? 1) > (duration.value ?? DURATION_YEARS.max))
    extra.push({ code: 'year_after_duration', params: { year: studyYear.value ?? 1, duration: duration.value ?? 0 } });
  if (city.ok && institute.ok && courseType.ok && branch.ok && totalSeats.ok && price.ok && extra.length === 0) {
    const row = {
      line,
      city: city.value,
      institute: institute.value || null,
      courseType: courseType.value,
      branch: branch.value,
      totalSeats: totalSeats.value,
      pricePaise: price.value,
      ...(duration?.ok && { durationYears: duration.value }),
      ...(branchHindi?.ok && { branchHindi: branchHindi.value }),
      ...(open?.ok && open.value !== null && { isOpen: open.value }),
      ...(session?.ok && session.value !== null && { session: session.value }),
      ...(studyYear?.ok && studyYear.value !== null && { studyYear: studyYear.value }),
    };
    const validDetails = details.flatMap(([field, read]) => (read.ok ? [[field, read.value]] : []));
    return { ok: true, row, details: Object.fromEntries(validDetails) as Partial<InstituteDetails> };
  }
  const values: Record<ImportColumn, Read<unknown>> = { city, institute, courseType, branch, totalSeats, price };
  return { ok: false, problems: [...IMPORT_COLUMNS.flatMap((column) => problemOf(values[column])), ...extra] };
}

function problemOf(value: Read<unknown>): RowProblem[] {
  return value.ok ? [] : [value.problem];
}

/** Returns the texts of a valid row, in the order of IMPORT_COLUMNS. */
export function valuesOf({ city, institute, courseType, branch, totalSeats, pricePaise }: ImportRow): string[] {
  return [city, institute ?? '', courseType, branch, String(totalSeats), toRupeeString(pricePaise)];
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

/** Counts the kinds of problems, the most frequent first; `row` and `problem` are the first of the kind. */
export function countKinds(bad: readonly BadRow[]): { count: number; line: number; problem: RowProblem }[] {
  const kinds = new Map<string, { count: number; line: number; problem: RowProblem }>();
  for (const { line, problems } of bad)
    for (const problem of problems) {
      const key = `${problem.code} ${problem.params?.column ?? ''}`;
      const kind = kinds.get(key);
      if (kind) kind.count += 1;
      else kinds.set(key, { count: 1, line, problem });
    }
  return [...kinds.values()].sort((a, b) => b.count - a.count);
}

/** Counts the prices that rise and fall; the largest changes are in percent of the old price, which may be 0. */
export function priceChanges(rows: readonly PlannedRow[]): DryRun['prices'] {
  const changes = rows.flatMap(({ pricePaise, before }) =>
    before === null || before.pricePaise === pricePaise ? [] : [{ old: before.pricePaise, now: pricePaise }],
  );
  const percents = changes.flatMap(({ old, now }) => (old === 0 ? [] : [Math.round(((now - old) / old) * 1000) / 10]));
  return {
    rises: changes.filter(({ old, now }) => now > old).length,
    falls: changes.filter(({ old, now }) => now < old).length,
    largestRise: percents.reduce((most, percent) => Math.max(most, percent), 0),
    largestFall: percents.reduce((most, percent) => Math.max(most, -percent), 0),
  };
}
