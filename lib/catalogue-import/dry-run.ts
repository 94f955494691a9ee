import 'server-only';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@/db/client';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { toRupeeString } from '@/lib/platform/money';
import { applyImport, writeImport, type Imported } from './mutations';
import { planImport } from './queries';
import type { CatalogueFile } from './read';
import { countKinds, countRows, priceChanges } from './rules';
import { INSTITUTE_FIELDS } from '@/lib/catalogue/institute-details';
import { MAX_SHOWN_CHANGES, type DryRun, type ImportPlan, type PlannedInstitute, type PlannedRow } from './schema';
import { noteTexts, problemText, problemTexts, warningsOf } from './problem-texts';

/**
 * Returns what an import of a file would do, for display. Read-only.
 * @param file with rows of the area of an administrator who is limited to one
 */
export async function dryRunImport(_scope: AreaScope, file: CatalogueFile, tx?: Database): Promise<DryRun> {
  return toDryRun(file, await planImport(file, tx));
}

/**
 * Applies exactly what a dry run showed, or nothing.
 * @param file as for dryRunImport
 * @param digest the digest of that dry run
 * @param tx a transaction that the import is a part of, as writeImport says
 * @returns what was done; or, with nothing written, the current dry run: the file or the catalogue has changed since,
 * possibly concurrently, or the file has invalid rows
 */
export async function applyDryRun(
  scope: AreaScope,
  file: CatalogueFile,
  digest: string,
  tx?: Database,
): Promise<
  ({ ok: true } & Imported) | { ok: false; code: 'catalogue.import_changed' | 'catalogue.import_bad'; dryRun: DryRun }
> {
  const plan = await planImport(file, tx);
  const dryRun = await toDryRun(file, plan);
  if (dryRun.digest !== digest) return { ok: false, code: 'catalogue.import_changed', dryRun };
  if (plan.bad.length > 0) return { ok: false, code: 'catalogue.import_bad', dryRun };
  const applied = tx ? await writeImport(plan, scope, file.source, tx) : await applyImport(plan, scope, file.source);
  if (applied.ok) return applied;
  return { ok: false, code: 'catalogue.import_changed', dryRun: await dryRunImport(scope, file, tx) };
}

/** Invalid rows processed between two yields to the event loop. */
const ROWS_AT_A_TIME = 500;

async function toDryRun(file: CatalogueFile, plan: ImportPlan): Promise<DryRun> {
  const bad: DryRun['bad'] = [];
  for (const row of plan.bad) {
    bad.push({ line: row.line, problems: problemTexts(row), values: row.values ?? [] });
    if (bad.length % ROWS_AT_A_TIME === 0) await nextTurn();
  }
  const changes = (['changed', 'added'] as const).flatMap((change) => {
    const rows = plan.rows.filter((row) => row.change === change).slice(0, MAX_SHOWN_CHANGES);
    return rows.map((row) => toChange(row, change));
  });
  const similar = plan.newInstitutes.filter((institute) => institute.similar !== null);
  const newInstitutes = [...similar, ...plan.newInstitutes.filter((institute) => institute.similar === null)];
  const institutes = plan.institutes.filter(({ changes: isChanged }) => isChanged);
  return {
    counts: countRows(plan),
    bad,
    badKinds: countKinds(plan.bad).map(({ count, line, problem }) => ({ count, line, example: problemText(problem) })),
    prices: priceChanges(plan.rows),
    changes,
    institutes: institutes.slice(0, MAX_SHOWN_CHANGES).map(toInstituteChange),
    institutesChanged: institutes.length,
    newInstitutes: newInstitutes
      .slice(0, MAX_SHOWN_CHANGES)
      .map(({ name, ...other }) => ({ institute_name: name, ...other })),
    renamed: plan.renames.map(({ line, from, to, city }) => ({ line, from, to, city })),
    institutesAdded: newInstitutes.length,
    institutesSimilar: similar.length,
    notInFile: plan.notInFile,
    places: plan.places.length,
    warnings: [...noteTexts(file.note), ...warningsOf(plan)].slice(0, MAX_SHOWN_CHANGES),
    sheet: file.note.sheet,
    otherSheets: file.note.otherSheets,
    digest: digestOf(file, plan),
  };
}

function toChange(row: PlannedRow, change: 'added' | 'changed'): DryRun['changes'][number] {
  const { line, city, institute, courseType, branch, totalSeats, pricePaise, before } = row;
  return {
    line,
    change,
    city,
    institute_name: institute,
    course_name: courseType,
    branch,
    total_seats: totalSeats,
    price_per_seat: toRupeeString(pricePaise),
    duration_years: row.durationYears === undefined ? (before?.durationYears ?? null) : row.durationYears,
    branch_hindi: row.branchHindi === undefined ? (before?.branchHindi ?? null) : row.branchHindi,
    is_open: row.isOpen ?? before?.isOpen ?? true,
    session: row.session,
    study_year: row.studyYear ?? 1,
    before: before && {
      total_seats: before.totalSeats,
      price_per_seat: toRupeeString(before.pricePaise),
      duration_years: before.durationYears,
      is_open: before.isOpen,
      branch_hindi: before.branchHindi,
    },
  };
}

function toInstituteChange({ line, name, city, details, before }: PlannedInstitute): DryRun['institutes'][number] {
  const changed = INSTITUTE_FIELDS.flatMap((field) => {
    const [old, now] = [before?.[field] ?? null, details[field]];
    return now === undefined || now === old ? [] : [{ name: field, old, now }];
  });
  return { line, institute_name: name, city, details: changed };
}

/** Omits courses that are not in the file, whatever happens to them, the import is the same; and the reason, which comes later. */
function digestOf(
  { source: { reason: _, ...source } }: CatalogueFile,
  { rows, institutes, bad, renames }: ImportPlan,
): string {
  const hash = createHash('sha256').update(JSON.stringify(source));
  for (const { line, session, change, before } of rows)
    hash.update(
      `${line} ${session} ${change} ${before?.totalSeats} ${before?.pricePaise} ${before?.durationYears} ${before?.isOpen} ${before?.branchHindi}\n`,
    );
  hash.update(JSON.stringify(institutes.map(({ line, before }) => [line, before])));
  hash.update(JSON.stringify(renames));
  return hash.update(JSON.stringify(bad)).digest('hex');
}
