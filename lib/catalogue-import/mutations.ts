import 'server-only';
import { withLongStatements, type Database } from '@/db/client';
import type { Actor } from '@/lib/accounts/administrators/session';
import { actorColumns } from '@/lib/accounts/audit-log/mutations';
import { recordRenames, renameInstitutes } from '@/lib/catalogue/rename-institutes';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { isConflict } from '@/db/conflict';
import { IMPORT_STATEMENT_MS } from '@/lib/platform/limits';
import { belowTaken } from './rules';
import { importStatement, type ImportValues } from './statements';
import type { BadRow, ImportContent, ImportPlan, ImportSource, PlannedRename } from './schema';

type Applied = {
  ok: boolean;
  added: number;
  changed: number;
  institutes: number;
  entry: number | null;
  refused: [line: number, total: number, taken: number][];
};

/**
 * The result of an import: courses added and changed, institutes with new details, and the id of its audit log entry.
 */
export type Imported = { added: number; changed: number; institutes: number; entry: number };

/**
 * Imports the rows of a file in one statement, all or nothing: new institutes and courses are added, existing courses
 * get the file's total and price, courses not in the file stay. Adopted seats, held seats and existing adoptions do not
 * change; ended holds are released first, so that their seats do not prevent a smaller total. The same statement writes
 * the audit log: one entry for the import, and one for each course added or changed.
 * Details of institutes and durations are written for the columns that the file has; its towns get district and
 * position.
 * @param content as returned by parseTable, if it found no invalid rows. What planImport returns is written only if the
 * database still has the planned values
 * @returns what was done; or, with nothing written, the rows whose total is below the adopted and held seats, or a
 * conflict with a concurrent import or edit
 */
export async function applyImport(content: Content, by: Actor, source: ImportSource): Promise<Outcome> {
  await releaseExpiredHolds();
  try {
    return await withLongStatements(IMPORT_STATEMENT_MS, (database) => writeImport(content, by, source, database));
  } catch (error) {
    // Two imports added the same course or deadlocked: this one was rolled back completely.
    if (isConflict(error)) return { ok: false, conflict: true };
    throw error;
  }
}

type Content = (ImportContent | Pick<ImportPlan, keyof ImportContent>) & Partial<Pick<ImportPlan, 'renames'>>;
type Outcome = ({ ok: true } & Imported) | { ok: false; bad: BadRow[] } | { ok: false; conflict: true };

/** Renames the institutes and imports the rows. @returns null, with nothing written, if an institute has another name meanwhile */
async function write(
  values: ImportValues,
  renames: readonly PlannedRename[],
  by: Actor,
  database: Database,
): Promise<Applied | null> {
  const execute = async (tx: Database) => {
    const [applied] = await tx.execute<Applied>(importStatement(values));
    if (!applied) throw new Error('the import has no row');
    return applied;
  };
  if (renames.length === 0) return execute(database);
  let applied: Applied | null = null;
  const undo = new Error('nothing is imported');
  try {
    return await database.transaction(async (tx) => {
      if (!(await renameInstitutes(tx, renames))) throw undo;
      applied = await execute(tx);
      if (applied.entry === null) throw undo;
      await recordRenames(tx, by, renames, { causeId: applied.entry });
      return applied;
    });
  } catch (error) {
    if (error === undo) return applied;
    throw error;
  }
}

/** The rows of a plan have the stored names of institutes, also of those that are renamed before they are written. */
function withNewNames(values: ImportValues, renames: readonly PlannedRename[]): ImportValues {
  const key = (name: string, city: string) => JSON.stringify([name, city.toLowerCase()]);
  const newNames = new Map(renames.map(({ from, to, city }) => [key(from, city), to]));
  const nameOf = (name: string, city: string) => newNames.get(key(name, city)) ?? name;
  return {
    ...values,
    rows: values.rows.map((row) => ({
      ...row,
      institute: row.institute === null ? null : nameOf(row.institute, row.city),
    })),
    institutes: values.institutes.map((item) => ({ ...item, name: nameOf(item.name, item.city) })),
  };
}

/** Does the same as a part of a transaction, whose caller has released the ended holds and handles conflicts. */
export async function writeImport(
  { rows, institutes, optional, places, renames = [] }: Content,
  by: Actor,
  { fileName, sha256, reason }: ImportSource,
  database: Database,
): Promise<Outcome> {
  const { adminId, actor } = actorColumns(by);
  const file = { file_name: fileName, sha256, reason, ...(places.length > 0 && { places: places.length }) };
  const values = { rows, institutes, optional, places, adminId, actor, file };
  const applied = await write(withNewNames(values, renames), renames, by, database);
  if (!applied) return { ok: false, conflict: true };
  const { ok, added, changed, institutes: described, entry, refused } = applied;
  if (ok && entry !== null) return { ok, added, changed, institutes: described, entry };
  if (refused.length === 0) return { ok: false, conflict: true };
  return { ok: false, bad: refused.map(([line, total, taken]) => belowTaken(line, total, taken)) };
}
