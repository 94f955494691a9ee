import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { settings } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { figuresVersion } from './queries';
import { FIGURES, type DistrictFigures } from './schema';

/** What of figures is in the audit log. */
const audited = ({ title, source, year, figures }: DistrictFigures) => ({
  ...{ title, source, year, districts: Object.keys(figures).length },
});

async function lockFigures(tx: Database) {
  const [row] = await tx
    .select({ value: sql<DistrictFigures>`${settings.value}`, version: figuresVersion })
    .from(settings)
    .where(eq(settings.group, FIGURES))
    .for('update');
  return row;
}

/**
 * Stores figures of districts in place of those that are stored, with an audit log entry.
 * @param version of those that are replaced; null: there are none
 * @returns false if somebody else stored or removed figures since. Throws HttpError 401 if the session ended meanwhile
 */
export function storeDistrictFigures(
  by: AdminScope,
  value: DistrictFigures,
  version: string | null,
  database: Database = db(),
): Promise<boolean> {
  return transaction(async (tx) => {
    const former = await lockFigures(tx);
    await requireActingAdmin(by, OWNER_ROLES, tx);
    if ((former?.version ?? null) !== version) return false;
    const [saved] = former
      ? await tx
          .update(settings)
          .set({ value, revision: sql`${settings.revision} + 1`, updatedAt: sql`clock_timestamp()` })
          .where(eq(settings.group, FIGURES))
          .returning({ group: settings.group })
      : await tx
          .insert(settings)
          .values({ group: FIGURES, value })
          .onConflictDoNothing()
          .returning({ group: settings.group });
    if (!saved) return false;
    await recordAction(
      by,
      { action: 'district_figures.stored', before: former && audited(former.value), after: audited(value) },
      tx,
    );
    return true;
  }, database);
}

/**
 * Removes the figures of districts, with an audit log entry.
 * @returns false if they were replaced or removed since. Throws HttpError 401 if the session ended meanwhile
 */
export function removeDistrictFigures(by: AdminScope, version: string, database: Database = db()): Promise<boolean> {
  return transaction(async (tx) => {
    const former = await lockFigures(tx);
    await requireActingAdmin(by, OWNER_ROLES, tx);
    if (former?.version !== version) return false;
    await tx.delete(settings).where(eq(settings.group, FIGURES));
    await recordAction(by, { action: 'district_figures.removed', before: audited(former.value) }, tx);
    return true;
  }, database);
}
