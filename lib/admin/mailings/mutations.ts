import 'server-only';
import { and, eq, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { admins, conversationMessages, mailingRecipients, mailings, outboundMessages } from '@/db/schema';
import type { MailingTarget } from '@/db/schema/enums';
import { transaction } from '@/db/transaction';
import { chunksOf } from '@/db/writes';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { MESSAGE_DAYS } from '@/lib/notifications/statements';
import { jobTime } from '@/lib/platform/deadline';
import type { Outcome } from '@/lib/platform/errors';
import { MAX_QUEUED_LETTERS } from '@/lib/platform/limits';
import { chosenRecipients, digestOf } from './queries';
import { readRecipients, textFor, type Recipient, type Recipients } from './recipients';
import type { MailingAction, MailingStart } from './schema';
import { MAILING_ROLES, mayAct, mayRun } from './statements';

type Mailing = typeof mailings.$inferSelect;

/**
 * Starts a message to many: its recipients are stored, and the jobs write to them, also after the page is closed. The same id again starts nothing.
 * @returns 'mailing.changed' if it goes to others than the check found; 'mailing.none' if to nobody; as chosenRecipients
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export async function startMailing(
  by: AreaScope,
  target: MailingTarget,
  { id, chosen, en, hi, digest, reason }: MailingStart,
): Promise<Outcome<{ started: Recipients }>> {
  const texts = { en, hi };
  const found = await chosenRecipients(by, target, chosen, texts);
  if (!found.ok) return found;
  const { recipients } = found;
  return transaction(async (tx): Promise<Outcome<{ started: Recipients }>> => {
    await requireActingAdmin(by, MAILING_ROLES[target], tx);
    if (digestOf(found, texts) !== digest && (await tx.$count(mailings, eq(mailings.id, id))) === 0)
      return { ok: false, code: 'mailing.changed' };
    if (recipients.length === 0) return { ok: false, code: 'mailing.none' };
    const [added] = await tx
      .insert(mailings)
      .values({ id, target, texts, runBy: by.adminId })
      .onConflictDoNothing()
      .returning({ id: mailings.id });
    if (!added) return { ok: true, started: found };
    const rows = recipients.map(({ headId, subjects }) => ({
      mailingId: id,
      headId,
      subjects: subjects.map((subject) => subject.id),
    }));
    for (const part of chunksOf(rows)) await tx.insert(mailingRecipients).values(part);
    const subjects = rows.reduce((sum, row) => sum + row.subjects.length, 0);
    const after = { users: rows.length, [target === 'adoptions' ? 'billings' : 'institutes']: subjects, reason };
    await recordAction(by, { action: 'mailing.started', subject: id, after }, tx);
    return { ok: true, started: found };
  });
}

/**
 * Puts e-mails of running messages to many into the queue, as many as it has room for, with what the conversations keep. Each
 * recipient is a transaction of its own: whoever is killed has written to somebody whole, or not at all. Safe to run any number of
 * times at once.
 * @returns the number of e-mails
 */
export async function runMailings(database: Database = db(), mayBegin = jobTime()): Promise<number> {
  const isQueued = and(
    inArray(outboundMessages.kind, ['letter', 'office_letter']),
    isNull(outboundMessages.sentAt),
    isNull(outboundMessages.deadAt),
    eq(outboundMessages.attempts, 0),
  );
  let written = 0;
  for (let room = MAX_QUEUED_LETTERS - (await database.$count(outboundMessages, isQueued)); room > 0 && mayBegin();) {
    const done = await transaction(writeToNext, database);
    if (done === null) break;
    written += done;
    room -= done;
  }
  const waiting = database
    .select({ id: mailingRecipients.id })
    .from(mailingRecipients)
    .where(and(eq(mailingRecipients.mailingId, mailings.id), isNull(mailingRecipients.doneAt)));
  await database
    .update(mailings)
    .set({ endedAt: sql`now()` })
    .where(and(isNull(mailings.stoppedAt), isNull(mailings.endedAt), notExists(waiting)));
  return written;
}

/**
 * Writes to the next recipient, whom no other runner has. Stopping waits for it, and takes it back.
 * @returns the number of e-mails; null if nobody waits
 */
async function writeToNext(tx: Database): Promise<number | null> {
  const [next] = await tx
    .select({ recipient: mailingRecipients, mailing: mailings })
    .from(mailingRecipients)
    .innerJoin(mailings, eq(mailings.id, mailingRecipients.mailingId))
    .innerJoin(admins, eq(admins.id, mailings.runBy))
    .where(and(isNull(mailingRecipients.doneAt), isNull(mailings.stoppedAt), isNull(mailings.endedAt), mayRun))
    .orderBy(mailings.startedAt, mailings.id, mailingRecipients.id)
    .limit(1)
    .for('update', { of: mailingRecipients, skipLocked: true });
  if (!next) return null;
  // A statement of its own: the one above may have waited for nobody, and read what a stop has changed since.
  const isRunning = and(eq(mailings.id, next.mailing.id), isNull(mailings.stoppedAt));
  const [running] = await tx.select({ id: mailings.id }).from(mailings).where(isRunning).for('share');
  if (!running) return 0;
  const { recipients } = await readRecipients(tx, next.mailing.target, next.recipient.subjects);
  const own = recipients.filter(({ headId }) => headId === next.recipient.headId);
  // The e-mail address of some of the adoptions was corrected meanwhile: they are a recipient of their own.
  for (const { subjects } of own.slice(1))
    await tx.insert(mailingRecipients).values({ mailingId: next.mailing.id, subjects: subjects.map(({ id }) => id) });
  const text = own[0] ? textFor(own[0], next.mailing.texts) : null;
  const outboundId = own[0] && text !== null ? await writeTo(tx, next.mailing, own[0], text) : null;
  const subjects = own[0]?.subjects.map(({ id }) => id) ?? next.recipient.subjects;
  await tx
    .update(mailingRecipients)
    .set({ outboundId, subjects, doneAt: sql`now()` })
    .where(eq(mailingRecipients.id, next.recipient.id));
  return outboundId === null ? 0 : 1;
}

/** Queues the e-mail of a recipient, and keeps the text in the conversations. @returns the id of the e-mail */
async function writeTo(tx: Database, mailing: Mailing, recipient: Recipient, text: string): Promise<string> {
  const { address, locale, headId, subjects } = recipient;
  const [first] = subjects;
  const names = first!.institutes[0];
  const message =
    headId === null
      ? {
          billingId: first!.id,
          kind: 'letter',
          detail: { text, adoptions: subjects.map(({ reference, path }) => ({ reference, path })) },
        }
      : {
          kind: 'office_letter',
          recipient: address,
          locale,
          detail: { institute: names!.name, hindi: names!.hindi, text },
        };
  const [queued] = await tx.insert(outboundMessages).values(message).returning({ id: outboundMessages.id });
  await tx
    .insert(conversationMessages)
    .values(
      subjects.map(({ id }) => ({
        ...(headId === null ? { billingId: id } : { instituteId: id }),
        side: 'department' as const,
        text,
        authorId: mailing.runBy,
        mailingId: mailing.id,
      })),
    )
    // Another head of the institute has it already.
    .onConflictDoNothing();
  return queued!.id;
}

/** Locks a message to many for somebody who may write to its recipients. */
async function lockMailing(by: AreaScope, target: MailingTarget, id: string, tx: Database) {
  await requireActingAdmin(by, MAILING_ROLES[target], tx);
  const which = and(eq(mailings.id, id), eq(mailings.target, target), mayAct(by));
  const [mailing] = await tx.select().from(mailings).where(which).for('update');
  return mailing;
}

/**
 * Stops or continues a message to many.
 * @param target whom it goes to, which says who may do it
 * @returns 'mailing.not_found'; 'mailing.over' if it has ended, or that was done already
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export function actOnMailing(
  by: AreaScope,
  target: MailingTarget,
  id: string,
  { action, reason }: MailingAction,
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    const mailing = await lockMailing(by, target, id, tx);
    if (!mailing) return { ok: false, code: 'mailing.not_found' };
    const isDone = await (action === 'stop' ? stop(tx, mailing) : goOn(tx, mailing, by));
    if (!isDone) return { ok: false, code: 'mailing.over' };
    const isWaiting = and(eq(mailingRecipients.mailingId, id), isNull(mailingRecipients.doneAt));
    const after = { left: await tx.$count(mailingRecipients, isWaiting), reason };
    await recordAction(
      by,
      { action: `mailing.${action === 'stop' ? 'stopped' : 'continued'}`, subject: id, after },
      tx,
    );
    return { ok: true };
  });
}

/** Stops a message: e-mails that nobody began to send are taken back, from the conversations too. @returns false if it is over */
async function stop(tx: Database, { id, endedAt, stoppedAt }: Mailing): Promise<boolean> {
  if (endedAt ?? stoppedAt) return false;
  await tx
    .update(mailings)
    .set({ stoppedAt: sql`now()` })
    .where(eq(mailings.id, id));
  const isOfMailing = eq(mailingRecipients.mailingId, id);
  const ids = tx.select({ id: mailingRecipients.outboundId }).from(mailingRecipients).where(isOfMailing);
  const taken = await tx
    .delete(outboundMessages)
    .where(
      and(sql`${outboundMessages.id} in ${ids}`, eq(outboundMessages.attempts, 0), isNull(outboundMessages.sentAt)),
    )
    .returning({ id: outboundMessages.id });
  const isTaken = sql`${mailingRecipients.outboundId} = any(${sql.param(taken.map((one) => one.id))}::uuid[])`;
  await tx.update(mailingRecipients).set({ outboundId: null, doneAt: null }).where(and(isOfMailing, isTaken));
  const { billingId, instituteId } = conversationMessages;
  const has = sql`${mailingRecipients.outboundId} is not null and coalesce(${billingId}, ${instituteId}) = any(${mailingRecipients.subjects})`;
  const written = tx.select({ id: mailingRecipients.id }).from(mailingRecipients).where(and(isOfMailing, has));
  await tx.delete(conversationMessages).where(and(eq(conversationMessages.mailingId, id), notExists(written)));
  return true;
}

/** Lets a message that was stopped, or whose administrator may not write any more, go on, run by this one. @returns false if it is over, or runs */
async function goOn(tx: Database, { id, runBy, endedAt, stoppedAt }: Mailing, by: AreaScope): Promise<boolean> {
  const [runner] = await tx
    .select({ mayRun })
    .from(mailings)
    .innerJoin(admins, eq(admins.id, runBy))
    .where(eq(mailings.id, id));
  if (endedAt !== null || (stoppedAt === null && runner?.mayRun)) return false;
  await tx.update(mailings).set({ stoppedAt: null, runBy: by.adminId }).where(eq(mailings.id, id));
  return true;
}

/** Deletes messages to many that ended, or were stopped, long ago; the conversations keep theirs. @returns their number */
export async function purgeMailings(): Promise<number> {
  const end = sql`now() - ${MESSAGE_DAYS} * interval '1 day'`;
  const { count } = await db()
    .delete(mailings)
    .where(or(lt(mailings.endedAt, end), lt(mailings.stoppedAt, end)));
  return count;
}
