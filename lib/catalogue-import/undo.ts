import 'server-only';
import { sql } from 'drizzle-orm';
import { withLongStatements, type Database } from '@/db/client';
import { isConflict } from '@/db/conflict';
import { auditLog } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { actorColumns } from '@/lib/accounts/audit-log/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { IMPORT_STATEMENT_MS } from '@/lib/platform/limits';
import { jsonDigest } from '@/lib/platform/json-digest';
import { lockStatements, undoneParts, undoPlanStatement, undoStatements, type UndoFound } from './undo-statements';
import type { UndoDryRun, Undone } from './undo-schema';

/*
 * The undo of an import: of a file, of changes of many courses and of accepted proposals, which are imports as well. All that it
 * added, changed and closed is as before, or nothing is done.
 */

/** 'import.not_found'; 'import.undone' already; 'import.unclear': it did nothing, or what an undo does not understand. */
type Refused = { ok: false; code: 'import.not_found' | 'import.undone' | 'import.unclear' };
/** Why nothing was written, and what an undo would do now. */
type Compared = { ok: false; code: 'import.in_use' | 'import.changed'; dryRun: UndoDryRun };

/** Returns what the undo of an import would do. Read-only. @param entry the id of its entry in the audit log */
export async function checkUndo(
  _scope: AdminScope,
  entry: number,
): Promise<{ ok: true; dryRun: UndoDryRun } | Refused> {
  const found = await withLongStatements(IMPORT_STATEMENT_MS, (database) => readPlan(entry, database));
  return found.ok ? { ok: true, dryRun: found.dryRun } : found;
}

/**
 * Undoes an import if nothing prevents it, all or nothing. Courses are locked as adoptions lock them and compared again, so that
 * either an adoption at the same time or the undo wins.
 * @param entry the id of its entry in the audit log
 * @param apply the digest of the check, and the reason for the audit log
 * @returns as checkUndo; 'import.in_use' if something prevents it, 'import.changed' if not the same as in the check would happen
 * @throws HttpError 401 'admin.session_ended' if the administrator may not change the catalogue any more
 */
export async function undoImport(
  scope: AdminScope,
  entry: number,
  apply: { digest: string; reason: string },
): Promise<({ ok: true } & Undone) | Refused | Compared> {
  await releaseExpiredHolds();
  return withLongStatements(IMPORT_STATEMENT_MS, async (database) => {
    try {
      return await transaction((tx) => undo(scope, entry, apply, tx), database);
    } catch (error) {
      // Somebody verified a selection of a course that would go, or added an offer to an institute, each time it was tried.
      if (!isConflict(error)) throw error;
      const found = await readPlan(entry, database);
      return found.ok ? { ok: false, code: 'import.changed', dryRun: found.dryRun } : found;
    }
  });
}

async function undo(
  scope: AdminScope,
  entry: number,
  { digest, reason }: { digest: string; reason: string },
  tx: Database,
): Promise<({ ok: true } & Undone) | Refused | Compared> {
  // One undo of an import at a time.
  await tx.execute(sql`select pg_advisory_xact_lock(735009, hashtext(${String(entry)}))`);
  await requireActingAdmin(scope, CATALOGUE_ROLES, tx);
  for (const lock of lockStatements(entry)) await tx.execute(lock);
  const found = await readPlan(entry, tx);
  if (!found.ok) return found;
  const { dryRun, institutes } = found;
  if (dryRun.digest !== digest) return { ok: false, code: 'import.changed', dryRun };
  if (dryRun.obstacles_count > 0) return { ok: false, code: 'import.in_use', dryRun };
  for (const statement of undoStatements(entry, institutes)) await tx.execute(statement);
  const removed = dryRun.removed.courses;
  const changed = dryRun.changed.courses;
  const { adminId, actor } = actorColumns(scope);
  const described = dryRun.removed.institutes + dryRun.changed.institutes;
  const [entered] = await tx
    .insert(auditLog)
    .values({
      adminId,
      actor,
      action: 'import.undone',
      causeId: entry,
      after: { file_name: dryRun.name, removed, changed, ...(described > 0 && { institutes: described }), reason },
    })
    .returning({ id: auditLog.id });
  for (const statement of undoneParts(entry, { id: entered!.id, adminId, actor }, institutes))
    await tx.execute(statement);
  return { ok: true, removed, changed, entry: entered!.id };
}

type Plan = { ok: true; dryRun: UndoDryRun; institutes: UndoFound['institutes'] };

async function readPlan(entry: number, database: Database): Promise<Plan | Refused> {
  const [found] = await database.execute<UndoFound>(undoPlanStatement(entry));
  if (!found) return { ok: false, code: 'import.not_found' };
  const { name, isUndone, hasOthers, counts, places, drafts, institutes, obstacles, obstaclesCount } = found;
  if (isUndone) return { ok: false, code: 'import.undone' };
  const count = (...actions: string[]) => actions.reduce((sum, action) => sum + (counts[action] ?? 0), 0);
  if (hasOthers || Object.keys(counts).length === 0) return { ok: false, code: 'import.unclear' };
  const plan = {
    name,
    removed: { courses: count('course.added'), institutes: count('institute.added') },
    changed: {
      courses: count('course.changed', 'course.opened', 'course.closed'),
      institutes: count('institute.changed'),
      places: count('place.changed'),
    },
    drafts,
    places_left: Math.max(0, places - count('place.changed')),
    obstacles,
    obstacles_count: obstaclesCount,
  };
  const { drafts: _, ...compared } = plan;
  const digest = jsonDigest([entry, compared]);
  return { ok: true, dryRun: { ...plan, digest }, institutes };
}
