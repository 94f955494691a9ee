import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { adminExports } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { ExportKind } from './schema';
import { nextOn } from './statements';
import { tableOf } from './tables';

/** Returns the tables that an administrator gets by e-mail, the oldest first. Throws DeadlineError. */
export async function listExports({ adminId }: AdminScope) {
  const rows = await withQueryDeadline(
    db()
      .select({
        id: adminExports.id,
        kind: sql<ExportKind>`${adminExports.kind}`,
        query: adminExports.query,
        every: adminExports.every,
        nextOn,
      })
      .from(adminExports)
      .where(eq(adminExports.adminId, adminId))
      .orderBy(adminExports.createdAt, adminExports.id),
  );
  return rows.map(({ kind, query, ...row }) => ({ ...row, ...tableOf(kind, query) }));
}
export type ScheduledExport = Awaited<ReturnType<typeof listExports>>[number];
