import 'server-only';
import { withLongStatements, type Database } from '@/db/client';
import { IMPORT_STATEMENT_MS } from '@/lib/platform/limits';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { INSTITUTE_FIELDS, type InstituteDetails } from '@/lib/catalogue/institute-details';
import { emptyBelow, institutesToAdd } from './institutes';
import { placesToWrite, unknownCities } from './places';
import { belowTaken, courseKey, valuesOf } from './rules';
import { resolveInstitutes } from './resolve';
import { planStatement } from './statements';
import type {
  BadRow,
  ImportContent,
  ImportInstitute,
  ImportPlan,
  PlannedInstitute,
  PlannedRow,
  RowProblem,
} from './schema';

/** Line in the file, and of an existing course: total seats, adopted plus held seats, price in paise and the others. */
type Matched = [
  line: number,
  totalSeats: number,
  taken: number,
  pricePaise: number,
  durationYears: number | null,
  isOpen: boolean,
  branchHindi: string | null,
];

type Found = {
  courses: number;
  /** The open session; null if there is none or several. */
  openSession: string | null;
  sessions: string[];
  matched: Matched[];
  institutes: ({ line: number } & InstituteDetails)[];
  cities: string[];
  unknown: number[];
  known: [name: string, city: string][];
};

/**
 * Returns what an import would do. Read-only.
 * @param file the rows of a file as returned by parseTable
 * @param tx a transaction that applies the plan
 * @returns the rows with the planned change, and all invalid rows, including those that conflict with the database
 */
export async function planImport(file: ImportContent & { bad: readonly BadRow[] }, tx?: Database): Promise<ImportPlan> {
  const { resolved, found } = tx
    ? await find(file, tx)
    : await withLongStatements(IMPORT_STATEMENT_MS, (database) => find(file, database));
  const { content: parsed, renames, formerNames } = resolved;
  const current = new Map(found.matched.map((matched) => [matched[0], matched]));

  const spelled = storedSpelling(found.cities);
  const rows: PlannedRow[] = [];
  const bad = [...parsed.bad, ...resolved.bad];
  const firstLine = new Map<string, number>();
  for (const fileRow of parsed.rows.map(spelled)) {
    const session = fileRow.session ?? found.openSession;
    const row = { ...fileRow, session: session ?? '' };
    const key = courseKey(row);
    const problem = session === null ? MISSING_SESSION : problemOfSession(session, found, firstLine.get(key));
    if (problem) {
      bad.push({ line: row.line, problems: [problem], values: valuesOf(row) });
      continue;
    }
    firstLine.set(key, row.line);
    const matched = current.get(row.line);
    if (!matched) {
      rows.push({ ...row, change: 'added', before: null });
      continue;
    }
    const [, totalSeats, taken, pricePaise, durationYears, isOpen, branchHindi] = matched;
    if (row.totalSeats < taken) {
      bad.push({ ...belowTaken(row.line, row.totalSeats, taken), values: valuesOf(row) });
      continue;
    }
    const isSameDuration = row.durationYears === undefined || row.durationYears === durationYears;
    const isSameHindi = row.branchHindi === undefined || row.branchHindi === branchHindi;
    const same =
      row.totalSeats === totalSeats &&
      row.pricePaise === pricePaise &&
      isSameDuration &&
      isSameHindi &&
      (row.isOpen ?? isOpen) === isOpen;
    const before = { totalSeats, pricePaise, durationYears, isOpen, branchHindi };
    rows.push({ ...row, change: same ? 'left' : 'changed', before });
  }
  bad.sort((a, b) => a.line - b.line);
  const storedByLine = new Map(found.institutes.map(({ line, ...details }) => [line, details]));
  const institutes = parsed.institutes
    .map(spelled)
    .map((institute) => planInstitute(institute, storedByLine.get(institute.line) ?? null));
  const finder = await loadPlaces();
  const places = placesToWrite(parsed.places, finder);
  const unknown = unknownCities(parsed.rows, places, finder);
  const notInFile = found.courses - current.size;
  const newInstitutes = institutesToAdd(rows, found.unknown, found.known);
  const emptyInstitutes = emptyBelow(rows);
  return {
    rows,
    institutes,
    optional: parsed.optional,
    bad,
    notInFile,
    places,
    unknown,
    newInstitutes,
    emptyInstitutes,
    renames,
    formerNames,
  };
}

async function find(file: ImportContent & { bad: readonly BadRow[] }, database: Database) {
  const resolved = await resolveInstitutes(file, database);
  const { rows, institutes } = resolved.content;
  const [found] = await database.execute<Found>(planStatement(rows, institutes));
  if (!found) throw new Error('the plan has no row');
  return { resolved, found };
}

const MISSING_SESSION: RowProblem = { code: 'session_missing' };

/** Why a row cannot be of a session; null if it can. @param other the line of the same offer, if there is one before */
function problemOfSession(session: string, { sessions }: Found, other: number | undefined): RowProblem | null {
  if (!sessions.includes(session)) return { code: 'session_unknown', params: { session } };
  // One row names the open session, the other leaves it empty.
  return other === undefined ? null : { code: 'duplicate', params: { other } };
}

/** A city that differs from a stored one only in case gets the stored spelling. */
function storedSpelling(cities: readonly string[]): <T extends { city: string }>(item: T) => T {
  const stored = new Map(cities.map((city) => [city.toLowerCase(), city]));
  return (item) => ({ ...item, city: stored.get(item.city.toLowerCase()) ?? item.city });
}

function planInstitute(institute: ImportInstitute, before: InstituteDetails | null): PlannedInstitute {
  const { details } = institute;
  const changes = INSTITUTE_FIELDS.some(
    (field) => details[field] !== undefined && details[field] !== (before?.[field] ?? null),
  );
  return { ...institute, changes, before };
}
