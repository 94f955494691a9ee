import 'server-only';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { paperScans } from '@/db/schema';
import type { SCAN_TYPES } from '@/db/schema/enums';
import { transaction } from '@/db/transaction';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { Undone } from './statements';
import { SCAN_YEARS } from '@/lib/platform/limits';

type ScanType = (typeof SCAN_TYPES)[number];

/** How files begin. */
const BEGINNINGS: readonly [ScanType, readonly number[]][] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** Returns what a file is by its content, whatever it is called; null for anything else. */
const scanTypeOf = (content: Uint8Array): ScanType | null =>
  BEGINNINGS.find(([, bytes]) => bytes.every((byte, at) => content[at] === byte))?.[0] ?? null;

/**
 * Stores the scan of a paper, which the same administrator attaches to what is entered from it (attachScan).
 * @param content of at most MAX_SCAN_BYTES
 * @returns its id; 'entry.scan_type' for a file that is no PDF, JPEG or PNG
 */
export async function storeScan(
  by: AdminScope,
  content: Buffer,
): Promise<{ ok: true; id: string } | { ok: false; code: 'entry.scan_type' }> {
  const mediaType = scanTypeOf(content);
  if (!mediaType) return { ok: false, code: 'entry.scan_type' };
  return transaction(async (tx) => {
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    const values = { mediaType, content, uploadedBy: by.adminId };
    const [stored] = await tx.insert(paperScans).values(values).returning({ id: paperScans.id });
    return { ok: true, id: stored!.id };
  });
}

/**
 * Attaches a scan to an entry, whose former one it replaces, or to an agreement.
 * @throws Undone with 'entry.scan_gone' if there is none of this administrator that is not used yet
 */
export async function attachScan(
  tx: Database,
  by: AdminScope,
  id: string,
  to: { entryId: string } | { reservationId: string },
): Promise<void> {
  if ('entryId' in to) await tx.delete(paperScans).where(eq(paperScans.entryId, to.entryId));
  const { entryId, reservationId, uploadedBy } = paperScans;
  const isUnused = and(isNull(entryId), isNull(reservationId), eq(uploadedBy, by.adminId));
  const { count } = await tx
    .update(paperScans)
    .set(to)
    .where(and(eq(paperScans.id, id), isUnused));
  if (count === 0) throw new Undone({ ok: false, code: 'entry.scan_gone' });
}

/** Returns a scan that was entered, and writes the audit log entry of the look; null for an unknown one. */
export function readScan(by: AdminScope, id: string): Promise<{ mediaType: ScanType; content: Buffer } | null> {
  return transaction(async (tx) => {
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    const [found] = await tx.select().from(paperScans).where(eq(paperScans.id, id));
    if (!found) return null;
    const subject = found.entryId ?? found.reservationId ?? found.id;
    await recordAction(by, { action: 'scan.downloaded', subject }, tx);
    return found;
  });
}

/** Deletes scans that nobody used within a day, and those of SCAN_YEARS ago. Returns their number. */
export async function purgeScans(): Promise<number> {
  const { entryId, reservationId, uploadedAt } = paperScans;
  const { count } = await db()
    .delete(paperScans)
    .where(
      or(
        and(isNull(entryId), isNull(reservationId), lt(uploadedAt, sql`now() - interval '1 day'`)),
        lt(uploadedAt, sql`now() - make_interval(years => ${SCAN_YEARS}::int)`),
      ),
    );
  return count;
}
