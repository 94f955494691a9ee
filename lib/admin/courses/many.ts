import 'server-only';
import { withLongStatements, type Database } from '@/db/client';
import { transaction } from '@/db/transaction';
import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { applyDryRun, dryRunImport } from '@/lib/catalogue-import/dry-run';
import { areaOf } from '@/lib/catalogue/areas/queries';
import type { Imported } from '@/lib/catalogue-import/mutations';
import type { CatalogueFile } from '@/lib/catalogue-import/read';
import { problemTexts } from '@/lib/catalogue-import/problem-texts';
import { valuesOf } from '@/lib/catalogue-import/rules';
import {
  MAX_PRICE_PAISE,
  MAX_SHOWN_CHANGES,
  type BadRow,
  type DryRun,
  type ImportRow,
  type RowProblem,
} from '@/lib/catalogue-import/schema';
import { IMPORT_STATEMENT_MS, MAX_IMPORT_ROWS } from '@/lib/platform/limits';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import type { RowChoice } from '@/lib/platform/row-choice';
import { jsonDigest } from '@/lib/platform/json-digest';
import { readChosenCourses, type ChosenCourse } from './queries';
import type { ManyChange, ManyDryRun } from './schema';

/*
 * Many courses at once are an import of the chosen ones with other prices, or closed or opened: one statement, which writes exactly
 * what its dry run showed, or nothing. A course that cannot be changed is left out and named.
 */

type Refused =
  | { ok: false; code: 'course.none_chosen' }
  | { ok: false; code: 'course.too_many_chosen'; params: { max: string } }
  | { ok: false; code: 'catalogue.import_changed' | 'catalogue.import_bad'; dryRun: ManyDryRun };

type Chosen = { choice: RowChoice; change: ManyChange };

/**
 * Returns what changing the chosen courses would do. Read-only.
 * @returns 'course.none_chosen', also for a filter that finds nothing; 'course.too_many_chosen' for more than MAX_IMPORT_ROWS
 */
export function checkMany(scope: AreaScope, chosen: Chosen): Promise<{ ok: true; dryRun: ManyDryRun } | Refused> {
  return withLongStatements(IMPORT_STATEMENT_MS, (database) => check(scope, chosen, database));
}

async function check(scope: AreaScope, chosen: Chosen, database: Database) {
  const read = await readFile(scope, chosen, database);
  if (!read.ok) return read;
  return { ok: true as const, dryRun: shown(read, await dryRunImport(scope, read.file, database)) };
}

/**
 * Changes exactly the courses that a check showed, or none. Somebody else who changes one of them meanwhile is noticed by the
 * import. Adopted seats keep their prices (A-86).
 * @param apply the digest of the check, and the reason for the audit log
 * @returns as checkMany, or with nothing written the check as it would be now
 * @throws HttpError 401 'admin.session_ended' if the administrator may not change the catalogue any more
 */
export function changeMany(
  scope: AreaScope,
  chosen: Chosen,
  { digest, reason }: { digest: string; reason: string },
): Promise<({ ok: true } & Imported) | Refused> {
  return withLongStatements(IMPORT_STATEMENT_MS, (database) =>
    transaction(async (tx): Promise<({ ok: true } & Imported) | Refused> => {
      await requireActingAdmin(scope, CATALOGUE_ROLES, tx);
      const read = await readFile(scope, chosen, tx);
      if (!read.ok) return read;
      const file = { ...read.file, source: { ...read.file.source, reason } };
      const applied = await applyDryRun(scope, file, digest, tx);
      if (applied.ok) return applied;
      // Read again: the new prices follow from those that somebody else set meanwhile.
      const now = await check(scope, chosen, tx);
      return now.ok ? { ...applied, dryRun: now.dryRun } : now;
    }, database),
  );
}

/** Courses as a file: the rows that change, those that cannot, and what all seats of the former cost in a year, in paise. */
type Read = { ok: true; file: CatalogueFile; refused: BadRow[]; before: bigint; after: bigint };

async function readFile(scope: AreaScope, { choice, change }: Chosen, database: Database): Promise<Read | Refused> {
  const area = await areaOf(scope, database);
  const courses = await readChosenCourses(choice, { area, limit: MAX_IMPORT_ROWS + 1 }, database);
  if (courses.length === 0) return { ok: false, code: 'course.none_chosen' };
  if (courses.length > MAX_IMPORT_ROWS)
    return { ok: false, code: 'course.too_many_chosen', params: { max: formatCount(MAX_IMPORT_ROWS) } };
  const [rows, refused]: [ImportRow[], BadRow[]] = [[], []];
  let [before, after] = [0n, 0n];
  for (const [index, { id: _, state, ...course }] of courses.entries()) {
    const row = { line: index + 1, ...course, ...changed(course, change) };
    const problem = problemOf(row, course, state);
    if (problem) {
      refused.push({ line: row.line, problems: [problem], values: valuesOf({ ...row, ...course }) });
      continue;
    }
    rows.push(row);
    before += BigInt(course.totalSeats) * BigInt(course.pricePaise);
    after += BigInt(row.totalSeats) * BigInt(row.pricePaise);
  }
  const sha256 = jsonDigest([change, rows, refused]);
  const note = { sheet: '', isHidden: false, otherSheets: [], hiddenRows: 0, line: 1 };
  const source = { fileName: nameOf(change), sha256 };
  return { ok: true, file: { ...EMPTY, rows, note, source }, refused, before, after };
}

const EMPTY = { bad: [], institutes: [], optional: [], places: [] };

/** The name that the audit log has in place of that of a file. */
function nameOf(change: ManyChange): string {
  if (change.act === 'close') return 'Many courses: closed';
  if (change.act === 'open') return 'Many courses: opened';
  const sign = change.by > 0 ? '+' : '−';
  const by = Math.abs(change.by);
  return `Many courses: price ${sign}${change.act === 'percent' ? `${by} %` : formatINR(by)}`;
}

/** What changes of a course. A session that opens with other prices rounds them in the same way. */
function changed(
  { pricePaise }: { pricePaise: number },
  change: ManyChange,
): { isOpen: boolean } | { pricePaise: number } {
  if (change.act === 'close' || change.act === 'open') return { isOpen: change.act === 'open' };
  const exact =
    change.act === 'percent' ? (pricePaise * (10_000 + Math.round(change.by * 100))) / 10_000 : pricePaise + change.by;
  return { pricePaise: Math.round(exact / 100) * 100 };
}

function problemOf(
  { pricePaise, session }: ImportRow & { session: string },
  before: { pricePaise: number },
  state: ChosenCourse['state'],
): RowProblem | null {
  if (state === 'closed') return { code: 'session_closed', params: { session } };
  if (pricePaise === before.pricePaise || (pricePaise > 0 && pricePaise <= MAX_PRICE_PAISE)) return null;
  const price = `${pricePaise < 0 ? '−' : ''}${formatINR(Math.abs(pricePaise), 0)}`;
  return { code: 'price_after', params: { price } };
}

/** The dry run of the import with what cannot be changed, which the import does not have, and without warnings about files. */
function shown({ refused, before, after }: Read, dryRun: DryRun): ManyDryRun {
  const bad = refused.slice(0, MAX_SHOWN_CHANGES).map((row) => ({
    line: row.line,
    problems: problemTexts(row),
    values: row.values ?? [],
  }));
  return {
    ...dryRun,
    bad: [...dryRun.bad, ...bad],
    counts: { ...dryRun.counts, bad: dryRun.counts.bad + refused.length },
    warnings: [],
    value: { before: rupees(before), after: rupees(after) },
  };
}

/** Whole rupees of an amount that may be more than a number holds. */
const rupees = (paise: bigint) => ((paise + 50n) / 100n).toString();
