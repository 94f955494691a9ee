import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { formerInstitutes, institutes } from '@/db/schema';
import type { Actor } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';

/** The new name of an institute, of which the old one is still expected. */
type Rename = { id: string; from: string; to: string; city: string };

/**
 * Gives institutes another name and keeps the old ones as former names. Adoptions and papers keep the names of their time. The caller
 * records it with recordRenames.
 * @returns false if one has another name meanwhile: the caller rolls back
 * @throws a unique violation if another institute of the city has the name
 */
export async function renameInstitutes(tx: Database, renames: readonly Rename[]): Promise<boolean> {
  // In the order of their ids, so that two imports do not wait for each other.
  for (const { id, from, to, city } of renames.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const renamed = await tx
      .update(institutes)
      .set({ name: to, updatedAt: sql`clock_timestamp()` })
      .where(and(eq(institutes.id, id), eq(institutes.name, from)))
      .returning({ id: institutes.id });
    if (renamed.length === 0) return false;
    // The name that it has again is no former one.
    const isBack = and(
      eq(formerInstitutes.instituteId, id),
      eq(formerInstitutes.isMerged, false),
      sql`lower(${formerInstitutes.name}) = lower(${to})`,
    );
    await tx.delete(formerInstitutes).where(isBack);
    await tx.insert(formerInstitutes).values({ instituteId: id, name: from, city, isMerged: false });
  }
  return true;
}

/** Writes the audit log of renames. @param more the reason, or the entry of the import that renames */
export async function recordRenames(
  tx: Database,
  by: Actor,
  renames: readonly Rename[],
  { reason, causeId }: { reason?: string; causeId?: number },
): Promise<void> {
  for (const { id, from, to, city } of renames) {
    const before = { institute: from, city };
    const after = { institute: to, city, ...(reason !== undefined && { reason }) };
    await recordAction(by, { action: 'institute.renamed', subject: id, before, after, causeId }, tx);
  }
}
