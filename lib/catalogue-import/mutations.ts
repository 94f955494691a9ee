import 'server-only';
import { withLongStatements, type Database } from '@/db/client';
import type { Actor } from '@/lib/accounts/administrators/session';
import { actorColumns } from '@/lib/accounts/audit-log/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { isConflict } from '@/db/conflict';
import { IMPORT_STATEMENT_MS } from '@/lib/platform/limits';
import { belowTaken } from './rules';
import { importStatement } from './statements';
import type { BadRow, ImportContent, ImportPlan, ImportSource } from './schema';

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

type Content = ImportContent | Pick<ImportPlan, keyof ImportContent>;
type Outcome = ({ ok: true } & Imported) | { ok: false; bad: BadRow[] } | { ok: false; conflict: true };

/** Does the same as a part of a transaction, whose caller has released the ended holds and handles conflicts. */
export async function writeImport(
  { rows, institutes, optional, places }: Content,
  by: Actor,
  { fileName, sha256, reason }: ImportSource,
  database: Database,
): Promise<Outcome> {
  const { adminId, actor } = actorColumns(by);
  const file = { file_name: fileName, sha256, reason, ...(places.length > 0 && { places: places.length }) };
  const values = { rows, institutes, optional, places, adminId, actor, file };
  const [applied] = await database.execute<Applied>(importStatement(values));
  if (!applied) throw new Error('the import has no row');
  const { ok, added, changed, institutes: described, entry, refused } = applied;
  if (ok && entry !== null) return { ok, added, changed, institutes: described, entry };
  if (refused.length === 0) return { ok: false, conflict: true };
  return { ok: false, bad: refused.map(([line, total, taken]) => belowTaken(line, total, taken)) };
}
