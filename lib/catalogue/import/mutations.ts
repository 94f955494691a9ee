import 'server-only';
import { withLongStatements } from '@/db/client';
import { actorColumns, type Actor } from '@/lib/admin/audit-log/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { isConflict } from '@/lib/core/conflict';
import { IMPORT_STATEMENT_MS } from '@/lib/core/limits';
import { belowTaken } from './rules';
import { APPLY_IMPORT } from './statements';
import type { BadRow, ImportRow, ImportSource, PlannedRow } from './schema';

type Applied = {
  ok: boolean;
  added: number;
  changed: number;
  /** A bigint, which arrives as text. */
  entry: string | null;
  refused: [line: number, total: number, taken: number][];
};

/** What an import did: how many courses it added and changed, and its entry in the audit log. */
export type Imported = { added: number; changed: number; entry: number };

/**
 * Writes the rows of a file in one statement, all or nothing: new institutes and courses are added, known courses get the
 * file's total and price, courses that the file lacks stay. Adopted and held seats and existing adoptions
 * are not touched; holds that are over end first, so that their seats do not stand in the way. The same statement writes the
 * audit log: one entry of the import, and one of each course that it added or really changed.
 * @param rows as parseTable gives them, when it found no bad ones. Rows as planImport gives them are written only over the
 * values that the plan showed
 * @returns what was done; or, with nothing written, the rows whose total is below the seats adopted or held by now, or that
 * another import or an administrator was in the way
 */
export async function applyImport(
  rows: readonly (ImportRow | PlannedRow)[],
  by: Actor,
  { fileName, sha256 }: ImportSource,
): Promise<({ ok: true } & Imported) | { ok: false; bad: BadRow[] } | { ok: false; conflict: true }> {
  await releaseExpiredHolds();
  const { adminId, actor } = actorColumns(by);
  const file = JSON.stringify({ file_name: fileName, sha256 });
  try {
    const [applied] = await withLongStatements(IMPORT_STATEMENT_MS, (sql) =>
      sql.unsafe<Applied[]>(APPLY_IMPORT, [JSON.stringify(rows), adminId, actor, file]),
    );
    if (!applied) throw new Error('the import has no row');
    const { ok, added, changed, entry, refused } = applied;
    if (ok && entry !== null) return { ok, added, changed, entry: Number(entry) };
    if (refused.length === 0) return { ok: false, conflict: true };
    return { ok: false, bad: refused.map(([line, total, taken]) => belowTaken(line, total, taken)) };
  } catch (error) {
    // Two imports add the same course, or lock against each other: this one was called off as a whole.
    if (isConflict(error)) return { ok: false, conflict: true };
    throw error;
  }
}
