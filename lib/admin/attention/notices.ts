import 'server-only';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { todayInIndia } from '@/db/days';
import { adminNotices, admins, outboundMessages } from '@/db/schema';
import { ADMIN_ROLES } from '@/db/schema/enums';
import { transaction } from '@/db/transaction';
import { isWorking, type AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Limited, Outcome } from '@/lib/platform/errors';
import { NOTICE_ADDRESSES } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { hashToken, makeToken } from '@/lib/platform/secret-token';
import { attentionCounts } from './queries';
import { MORNING } from './rules';
import { TASK_KINDS, type AttentionCounts, type AttentionKind, type NoticesInput } from './schema';

const addresses = limiter('notice_addresses', NOTICE_ADDRESSES);

/** What an administrator is told by e-mail; `isProven` is false until the link in the e-mail to a new address was opened. */
export type Notices = { email: string; isDaily: boolean; atOnce: AttentionKind[]; isProven: boolean };

const noticesOf = (adminId: string, database: Database) =>
  database
    .select({
      email: adminNotices.email,
      isDaily: adminNotices.isDaily,
      atOnce: sql<AttentionKind[]>`${adminNotices.atOnce}`,
      isProven: sql<boolean>`${adminNotices.tokenHash} is null`,
    })
    .from(adminNotices)
    .where(eq(adminNotices.adminId, adminId));

/** Returns the notices of an administrator; null if there are none. Throws DeadlineError. */
export async function readNotices({ adminId }: AdminScope): Promise<Notices | null> {
  const [found] = await withQueryDeadline(noticesOf(adminId, db()));
  return found ?? null;
}

/**
 * Sets where and when an administrator is told; an empty address ends it. An address that is not proven gets an e-mail with a link, and
 * nothing else before the link was opened.
 * @returns whether the address is proven, or ends; 'auth.too_many_attempts' after NOTICE_ADDRESSES such e-mails a day
 */
export async function saveNotices(scope: AdminScope, input: NoticesInput): Promise<Limited<{ isProven: boolean }>> {
  const { adminId, username } = scope;
  const { email, is_daily: isDaily, at_once: atOnce } = input;
  const before = await readNotices(scope);
  const isProven = email === '' || (email === before?.email && before.isProven);
  if (!isProven) {
    const attempt = await addresses.consume(adminId);
    if (!attempt.ok) return { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: attempt.retryAfterSeconds };
  }
  const isSaved = await transaction(async (tx) => {
    // A link proves the address that it was sent to, and no other one that was saved at the same time.
    const [present] = await noticesOf(adminId, tx).for('update');
    if (present?.email !== before?.email || present?.isProven !== before?.isProven) return false;
    if (email === '') await tx.delete(adminNotices).where(eq(adminNotices.adminId, adminId));
    else {
      const token = isProven ? null : makeToken();
      const link = token && { tokenHash: hashToken(token), seen: null };
      const set = { email, isDaily, atOnce, updatedAt: sql`now()`, ...link };
      await tx
        .insert(adminNotices)
        .values({ adminId, ...set })
        .onConflictDoUpdate({ target: adminNotices.adminId, set });
      const detail = { path: `/admin/account#${token}` };
      if (token)
        await tx.insert(outboundMessages).values({ kind: 'notices_address', recipient: email, locale: 'en', detail });
    }
    const after = { username, email, ...(email !== '' && { is_daily: isDaily, at_once: atOnce.join(', ') }) };
    await recordAction(scope, { action: 'admin.notices_changed', subject: adminId, after }, tx);
    return true;
  });
  if (isSaved) return { ok: true, isProven };
  if (!isProven) await addresses.refund(adminId);
  return saveNotices(scope, input);
}

/** Proves the address of an administrator's notices by the token of the link. @returns 'admin.link_invalid' if it is not that of the newest address */
export async function proveNotices({ adminId }: AdminScope, token: string): Promise<Outcome<{ email: string }>> {
  const isOfLink = and(eq(adminNotices.adminId, adminId), eq(adminNotices.tokenHash, hashToken(token)));
  const [proven] = await db()
    .update(adminNotices)
    .set({ tokenHash: null, seen: null })
    .where(isOfLink)
    .returning({ email: adminNotices.email });
  return proven ? { ok: true, ...proven } : { ok: false, code: 'admin.link_invalid' };
}

type Told = { atOnce: string[]; seen: Partial<AttentionCounts> | null; isDue: boolean };

/**
 * Returns the items that an administrator is told of: all that wait, if the daily e-mail is due; else those of the chosen kinds
 * that are more than at the last look. Several that came while as many were done are left for the daily e-mail.
 */
function itemsToTell({ atOnce, seen, isDue }: Told, counts: AttentionCounts): Partial<AttentionCounts> {
  const told = isDue
    ? TASK_KINDS.filter((kind) => counts[kind] > 0)
    : (Object.keys(counts) as AttentionKind[]).filter(
        (kind) => atOnce.includes(kind) && seen !== null && counts[kind] > (seen[kind] ?? 0),
      );
  return Object.fromEntries(told.map((kind) => [kind, counts[kind]]));
}

/**
 * Queues the e-mails to administrators about what needs attention: one a day from MORNING on, and at once for chosen kinds. They have
 * numbers and links, no names. @returns the number of e-mails
 */
export function tellAdministrators(database: Database = db()): Promise<number> {
  return transaction(async (tx) => {
    const rows = await tx
      .select({
        adminId: adminNotices.adminId,
        email: adminNotices.email,
        atOnce: adminNotices.atOnce,
        seen: adminNotices.seen,
        isDue: sql<boolean>`${adminNotices.isDaily} and ${adminNotices.toldOn} is distinct from ${todayInIndia}
                            and extract(hour from now() at time zone 'Asia/Kolkata') >= ${MORNING}::int`,
      })
      .from(adminNotices)
      .innerJoin(admins, eq(admins.id, adminNotices.adminId))
      .where(and(isNull(adminNotices.tokenHash), isWorking(ADMIN_ROLES)))
      .orderBy(adminNotices.adminId)
      .for('update', { of: adminNotices });
    if (rows.length === 0) return 0;
    const counts = await attentionCounts(tx);
    const messages = rows.flatMap(({ email: recipient, ...row }) => {
      const items = itemsToTell(row, counts);
      return Object.keys(items).length === 0 ? [] : [{ kind: 'notices', recipient, locale: 'en', detail: { items } }];
    });
    if (messages.length > 0) await tx.insert(outboundMessages).values(messages);
    const idsOf = (some: typeof rows) => some.map(({ adminId }) => adminId);
    const due = idsOf(rows.filter(({ isDue }) => isDue));
    await tx
      .update(adminNotices)
      .set({ seen: counts })
      .where(inArray(adminNotices.adminId, idsOf(rows)));
    await tx.update(adminNotices).set({ toldOn: todayInIndia }).where(inArray(adminNotices.adminId, due));
    return messages.length;
  }, database);
}
