import 'server-only';
import { and, eq, lt, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { billings, outboundMessages } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { jobTime } from '@/lib/platform/deadline';
import { HttpError } from '@/lib/platform/errors';
import { describeError, log } from '@/lib/platform/log';
import { withLogIds, withRunId } from '@/lib/platform/request-id';
import { QUEUED_DEADLINE_MS, type Attachment, type Message } from '@/lib/delivery/schema';
import { messageTransport, type FailedSend, type MessageTransport } from '@/lib/delivery/transport';
import { readSettings } from '@/lib/settings/queries';
import { supportContact } from '@/lib/settings/support-contact';
import { accountEmail } from './account-templates';
import { attachmentsOf, renewalAttachments } from './attachments';
import {
  claimMessage,
  markFailed,
  markSent,
  MAX_ATTEMPTS,
  MAX_FINAL_ATTEMPTS,
  MESSAGE_DAYS,
  queueCopies,
  type AccountMessageRow,
  type MessageRow,
} from './statements';
import { isObsolete, localeOf, notificationEmail } from './templates';

/** Messages of one run. */
const BATCH = 50;
/** Messages that one process sends at a time: most of the time waits for documents and for the provider. */
const SENDERS = 4;
/** Failures in a row after which a run ends: the provider is down, and each further attempt would wait for it. */
const MAX_FAILURES = 3;

/**
 * Sends due messages, some at a time, at least once: each is claimed first and marked afterwards, so that a sender that
 * crashes in between delays it until the claim ends, and the provider then recognises its id. A failed message is due
 * again after a growing pause, and dead after about three days, or after two refusals that are final. Safe to run any number of times at once.
 * @param limit the most messages to send
 * @param database another pool than the shared one
 * @param signal once aborted, no further message is claimed
 * @returns the number of messages sent
 */
export function sendDueMessages(
  limit = BATCH,
  database: Database = db(),
  transport: MessageTransport = messageTransport(),
  signal?: AbortSignal,
): Promise<number> {
  return withRunId(() => sendMessages(limit, database, transport, signal));
}

async function sendMessages(
  limit: number,
  database: Database,
  transport: MessageTransport,
  signal?: AbortSignal,
): Promise<number> {
  let [sent, failures, claims] = [0, 0, 0];
  const mayClaim = jobTime(signal);
  const work = async () => {
    while (failures < MAX_FAILURES && claims < limit && mayClaim()) {
      claims += 1;
      const row = await claimMessage(database);
      if (!row) return;
      const ids = { message: row.id, billing: row.recipient === null ? row.billingId : null, messageKind: row.kind };
      const isSent = await withLogIds(ids, () => sendOrMark(row, database, transport));
      if (isSent) sent += 1;
      failures = isSent ? 0 : failures + 1;
    }
  };
  // All of them end, also where one fails: what is claimed is sent or marked.
  const ended = await Promise.allSettled(Array.from({ length: Math.min(SENDERS, limit) }, work));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return sent;
}

/** Sends a claimed message, and marks it if that fails. @returns whether it was sent */
async function sendOrMark(
  row: MessageRow | AccountMessageRow,
  database: Database,
  transport: MessageTransport,
): Promise<boolean> {
  const failure = await send(row, database, transport);
  if (failure === null) return true;
  const { reason, isFinal } = failure;
  await markFailed(database, row, reason, isFinal ? MAX_FINAL_ATTEMPTS : MAX_ATTEMPTS);
  log.warn('message_failed', { attempts: row.attempts, isFinal });
  return false;
}

/** Sends a claimed message and marks it. @returns null, or why it failed */
async function send(
  row: MessageRow | AccountMessageRow,
  database: Database,
  transport: MessageTransport,
): Promise<Pick<FailedSend, 'reason' | 'isFinal'> | null> {
  if (row.recipient === null ? isObsolete(row) : row.news?.length === 0 || row.isWanted === false) {
    await markSent(database, row, 'obsolete');
    return null;
  }
  try {
    if (row.kind === 'paid') await queueCopies(database, row);
    const email = row.recipient === null ? await adoptionEmail(row) : await emailToAccount(row);
    const outcome = await transport.send({ ...email, deadlineMs: QUEUED_DEADLINE_MS });
    if (!outcome.ok) return outcome;
  } catch (error) {
    if (error instanceof HttpError) return { reason: error.code };
    log.error('message_error', describeError(error));
    return { reason: 'error' };
  }
  await markSent(database, row, null);
  return null;
}

async function emailToAccount(row: AccountMessageRow): Promise<Message> {
  const locale = localeOf(row);
  const attachments = queuedFile(row) ?? (await renewalAttachments(row, locale));
  return accountEmail(row, await supportContact(locale), attachments);
}

/** The file that was made when a message was queued, if it has one. */
const queuedFile = ({ file, detail }: AccountMessageRow): Attachment[] | null =>
  file && detail.file_name ? [{ fileName: detail.file_name, content: file }] : null;

async function adoptionEmail(row: MessageRow): Promise<Message> {
  const locale = localeOf(row);
  const attachments = await attachmentsOf(row, locale);
  return notificationEmail(row, await readSettings('body'), await supportContact(locale), attachments);
}

/**
 * Makes a dead message due again, with all its attempts, and writes the audit log entry.
 * @returns 'message.not_dead' if another administrator was faster
 */
export function retryMessage(
  scope: AdminScope,
  id: string,
  database: Database = db(),
): Promise<{ ok: true } | { ok: false; code: 'message.not_found' | 'message.not_dead' }> {
  return transaction(async (tx) => {
    const isMessage = eq(outboundMessages.id, id);
    const { kind, deadAt, billingId } = outboundMessages;
    const [message] = await tx
      .select({ kind, deadAt, billingId, reference: billings.reference })
      .from(outboundMessages)
      .leftJoin(billings, eq(billings.id, billingId))
      .where(isMessage)
      .for('update', { of: outboundMessages });
    if (!message) return { ok: false, code: 'message.not_found' };
    if (message.deadAt === null) return { ok: false, code: 'message.not_dead' };
    await tx
      .update(outboundMessages)
      .set({ attempts: 0, nextAttemptAt: sql`now()`, deadAt: null })
      .where(isMessage);
    const { reference } = message;
    const after = { message: message.kind, ...(reference !== null && { reference }) };
    await recordAction(scope, { action: 'message.retried', subject: message.billingId ?? id, after }, tx);
    return { ok: true };
  }, database);
}

/**
 * Removes what old messages say: sent ones lose their detail and stay, because a reminder is sent once; dead ones are
 * deleted.
 * @returns the number of messages changed or deleted
 */
export async function purgeMessages(): Promise<number> {
  const end = sql`now() - ${MESSAGE_DAYS} * interval '1 day'`;
  const cleared = await db()
    .update(outboundMessages)
    .set({ detail: {} })
    .where(and(lt(outboundMessages.sentAt, end), sql`${outboundMessages.detail} <> '{}'`));
  const deleted = await db().delete(outboundMessages).where(lt(outboundMessages.deadAt, end));
  return cleared.count + deleted.count;
}
