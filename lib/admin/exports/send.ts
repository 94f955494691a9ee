import 'server-only';
import type { Readable } from 'node:stream';
import { and, asc, eq, isNull, lt, notExists, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { adminExports, adminNotices, admins, outboundMessages } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { EXPORT_ROLES } from '@/lib/accounts/administrators/roles';
import { adminOfJob, isWorking, type AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import { reportSheet } from '@/lib/admin/report/response';
import { isoDate } from '@/lib/platform/dates';
import { MAX_EXPORT_BYTES } from '@/lib/platform/limits';
import { describeError, log } from '@/lib/platform/log';
import { withQuery } from '@/lib/platform/with-query';
import { inMemory, writeWorkbook } from '@/lib/platform/spreadsheet/workbook';
import { DOWNLOAD_PARAM, type ExportKind } from './schema';
import { occurrenceOf } from './statements';
import { tableOf } from './tables';

/**
 * Queues the e-mails with the tables that administrators asked for, one for each occurrence however many do this at once, and ends
 * those of who lost the right or the account. An occurrence waits while the address is not confirmed, or a second factor is missing
 * that is a duty.
 * @param mayGoOn asked before each e-mail
 * @returns the number of e-mails
 */
export async function queueExports(database: Database = db(), mayGoOn: () => boolean = () => true): Promise<number> {
  await endLost(database);
  const due = await database
    .select({
      id: adminExports.id,
      adminId: adminExports.adminId,
      kind: sql<ExportKind>`${adminExports.kind}`,
      query: adminExports.query,
      every: adminExports.every,
      lastOn: adminExports.lastOn,
      day: sql<string>`${occurrenceOf(adminExports.every)}::text`,
      recipient: adminNotices.email,
    })
    .from(adminExports)
    .innerJoin(adminNotices, and(eq(adminNotices.adminId, adminExports.adminId), isNull(adminNotices.tokenHash)))
    .where(lt(adminExports.lastOn, occurrenceOf(adminExports.every)))
    .orderBy(asc(adminExports.lastOn), asc(adminExports.id));
  let queued = 0;
  for (const one of due) {
    if (!mayGoOn()) break;
    const scope = await adminOfJob(one.adminId, EXPORT_ROLES, database);
    if (scope && (await queue(one, await fileOf(scope, one), database))) queued += 1;
  }
  return queued;
}

type Due = {
  id: string;
  kind: ExportKind;
  query: string;
  every: (typeof adminExports.$inferSelect)['every'];
  lastOn: string;
  day: string;
  recipient: string;
};

/** Queues the e-mail of an occurrence. @returns false if somebody else did, or the schedule changed or ended meanwhile */
function queue({ id, kind, every, lastOn, day, query, recipient }: Due, file: Buffer | null, database: Database) {
  return transaction(async (tx) => {
    // Of several that saw the same occurrence due, one finds it still so.
    const claimed = await tx
      .update(adminExports)
      .set({ lastOn: day })
      .where(and(eq(adminExports.id, id), eq(adminExports.lastOn, lastOn), eq(adminExports.every, every)))
      .returning({ id: adminExports.id });
    if (claimed.length === 0) return false;
    const { name, filter, path } = tableOf(kind, query);
    const detail = {
      export: id,
      table: name,
      filter,
      every,
      day,
      path,
      ...(kind !== 'report' && { download: withQuery(path, { [DOWNLOAD_PARAM]: kind }) }),
      ...(file && { file_name: `${kind}-${isoDate(new Date())}.xlsx` }),
    };
    await tx.insert(outboundMessages).values({ kind: 'table', recipient, locale: 'en', detail, file });
    return true;
  }, database);
}

/** Returns the spreadsheet of a table without data of people; null for others, if it is too large, and if it cannot be made now. */
async function fileOf(scope: AdminScope, { kind, query }: Due): Promise<Buffer | null> {
  const { filter, problems } = REPORT_LIST.parse(new URLSearchParams(query));
  if (kind !== 'report' || problems.length > 0) return null;
  try {
    const { name, columns, rows } = await reportSheet(scope, filter);
    return await bytesOf(writeWorkbook(name, columns, inMemory(rows)), MAX_EXPORT_BYTES);
  } catch (error) {
    log.warn('export_not_attached', describeError(error));
    return null;
  }
}

/** @returns null if there are more than `max` */
async function bytesOf(file: Readable, max: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Ends the e-mails of accounts that may not have their tables any more. */
function endLost(database: Database): Promise<void> {
  return transaction(async (tx) => {
    const owner = tx
      .select({ id: admins.id })
      .from(admins)
      .where(and(eq(admins.id, adminExports.adminId), isWorking(EXPORT_ROLES)));
    const ended = await tx.delete(adminExports).where(notExists(owner)).returning();
    for (const { adminId: subject, kind, query, every } of ended)
      await recordAction('program', { action: 'export.ended', subject, after: { table: kind, q: query, every } }, tx);
  }, database);
}
