import 'server-only';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { adminExports, adminNotices } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { EXPORT_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { HttpError, type Outcome } from '@/lib/platform/errors';
import { MAX_EXPORTS } from '@/lib/platform/limits';
import type { ScheduleInput } from './schema';
import { nextOn, occurrenceOf } from './statements';
import { tableOf } from './tables';

/**
 * Sends a table to the administrator by e-mail from its next occurrence on; asked for again, it changes how often.
 * @returns the address and the day of the first e-mail; 'export.no_address' without a confirmed address of notices, 'export.too_many'
 *   beyond MAX_EXPORTS
 * @throws HttpError 400 for invalid parameters of the page
 */
export function scheduleExport(
  scope: AdminScope,
  { kind, query: params, every }: ScheduleInput,
): Promise<Outcome<{ email: string; nextOn: string }>> {
  const { adminId } = scope;
  const { query, problems } = tableOf(kind, params);
  if (problems[0]) throw new HttpError('request.invalid_field', { params: { field: problems[0] } });
  return transaction(async (tx) => {
    // Locked, so that of several at once none goes beyond the limit.
    const [notices] = await tx
      .select({ email: adminNotices.email })
      .from(adminNotices)
      .where(and(eq(adminNotices.adminId, adminId), isNull(adminNotices.tokenHash)))
      .for('update');
    if (!notices) return { ok: false, code: 'export.no_address' };
    await requireActingAdmin(scope, EXPORT_ROLES, tx);
    const set = { every, lastOn: occurrenceOf(sql`${every}::text`) };
    const ofAdmin = eq(adminExports.adminId, adminId);
    const isTable = and(ofAdmin, eq(adminExports.kind, kind), eq(adminExports.query, query));
    let [saved] = await tx.update(adminExports).set(set).where(isTable).returning({ nextOn });
    if (!saved) {
      const [present] = await tx.select({ count: count() }).from(adminExports).where(ofAdmin);
      if (present!.count >= MAX_EXPORTS) return { ok: false, code: 'export.too_many', params: { max: MAX_EXPORTS } };
      [saved] = await tx
        .insert(adminExports)
        .values({ adminId, kind, query, ...set })
        .returning({ nextOn });
    }
    await recordAction(
      scope,
      { action: 'export.scheduled', subject: adminId, after: { table: kind, q: query, every } },
      tx,
    );
    return { ok: true, email: notices.email, nextOn: saved!.nextOn };
  });
}

/** Stops one of the administrator's own e-mails. @returns 'export.not_found' if it is not theirs or has ended */
export function stopExport(scope: AdminScope, id: string): Promise<Outcome<object>> {
  const { adminId } = scope;
  return transaction(async (tx) => {
    const [stopped] = await tx
      .delete(adminExports)
      .where(and(eq(adminExports.id, id), eq(adminExports.adminId, adminId)))
      .returning();
    if (!stopped) return { ok: false, code: 'export.not_found' };
    const { kind, query, every } = stopped;
    await recordAction(
      scope,
      { action: 'export.stopped', subject: adminId, after: { table: kind, q: query, every } },
      tx,
    );
    return { ok: true };
  });
}
