import 'server-only';
import { and, desc, eq, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dueNext, outstanding, refundDue } from '@/db/balance';
import type { Database } from '@/db/client';
import { preparedQuery } from '@/db/prepared-query';
import {
  adminExports,
  adminNotices,
  admins,
  billingEvents,
  billingItems,
  billings,
  outboundMessages,
  papers,
  payments,
  users,
} from '@/db/schema';
import { ADOPTED_STATES, type BillingState } from '@/db/schema/billing-states';
import { hasState } from '@/db/conditions';
import { EXPORT_ROLES } from '@/lib/accounts/administrators/roles';
import { isWorking } from '@/lib/accounts/administrators/session';
import { provenEmailOf } from '@/lib/accounts/proven-email';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { isUnpaid } from '@/lib/adoption/pledge/term-statements';
import type { PartPaid } from '@/lib/documents/paper-rules';
import { isMaker, isMakerPresent, maker } from './recipient';
import type { AccountMessageDetail, AccountMessageKind, MessageDetail, MessageKind } from './schema';

/** Seconds for which a claimed message belongs to its sender: longer than rendering its documents and sending it. */
export const CLAIM_SECONDS = 3 * 60;
/** The pause after the first failure, in seconds; doubled by each further one up to the maximum. */
const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 6 * 60 * 60;
/** Attempts after which a message is dead: with the pauses above they take about three days. */
export const MAX_ATTEMPTS = 20;
/** The same for messages that the server refuses for good. */
export const MAX_FINAL_ATTEMPTS = 2;
/** Days after which a sent message loses its detail, and a dead one is deleted. */
export const MESSAGE_DAYS = 90;

type Claimed = { id: string; attempts: number; locale: string };

/** A claimed message about an account. */
export type AccountMessageRow = Claimed & {
  kind: AccountMessageKind;
  detail: AccountMessageDetail;
  recipient: string;
  /** Of a table: whether it was not stopped, and its administrator may have it at this address. */
  isWanted?: boolean;
  file?: Buffer | null;
  /** Of news: what is still to be told, with what is needed to lead there. */
  news?: (NonNullable<AccountMessageDetail['news']>[number] & Pick<MessageRow, 'isRegistered' | 'isUnproven'>)[];
};

/** A claimed message about an adoption, with the present data of its billing; amounts in paise. */
export type MessageRow = Claimed & {
  kind: MessageKind;
  detail: MessageDetail;
  recipient: null;
  billingId: string;
  reference: string;
  state: BillingState;
  /** The sponsor as in the adoption; the owner of the company instead of a colleague who was removed. */
  sponsor: Sponsor;
  isRegistered: boolean;
  /** Whether the sponsor gets e-mails about students. */
  wantsStudentMails: boolean;
  /** True if nobody proved to own the address: no code went there, and no account has confirmed it. */
  isUnproven: boolean;
  seats: number;
  /** Names of the sessions of its seats. */
  sessions: string[];
  totalPaise: number;
  outstandingPaise: number;
  /** What is missing of the part that is due next; everything if it is paid at once. */
  dueNextPaise: number;
  refundDuePaise: number;
  /** The end of the term; null if it has none. */
  dueAt: Date | null;
  /** True if the seats are given back by themselves at the end of the term: nobody paid anything. */
  lapses: boolean;
  /** True after the end of the term. */
  isOver: boolean;
  /** Of a message about a receipt: what it says if its money is not the whole; null otherwise. */
  part: PartPaid | null;
  /** Id of the captured online payment; null if there is none. */
  paymentId: string | null;
  /** True if a provider confirmed the payment without charging any money. */
  isTestPayment: boolean;
};

/**
 * Claims the message that is due for the longest time: it is due again later, so that a sender that crashes delays it
 * and another sender does not send it meanwhile. Rows that others claim at the same time are skipped.
 * @returns undefined if no message is due
 */
export async function claimMessage(database: Database): Promise<MessageRow | AccountMessageRow | undefined> {
  const [message] = await claim({}, database);
  if (!message) return undefined;
  const { billingId, locale, recipient } = message;
  const claimed = { id: message.id, kind: message.kind, detail: message.detail, attempts: message.attempts };
  if (billingId === null) {
    const row = { ...claimed, locale, recipient, file: message.file } as AccountMessageRow;
    if (row.kind === 'table') return { ...row, isWanted: await isWanted(row, database) };
    return row.kind === 'student_news' ? { ...row, news: await presentNews(row, database) } : row;
  }
  const [adoption] = await readAdoptions(eq(billings.id, billingId), database, message.detail as MessageDetail);
  return { ...claimed, ...adoption!, locale: locale ?? adoption!.locale, recipient: null } as MessageRow;
}

const claim = preparedQuery((database: Database) => {
  const { id, attempts, nextAttemptAt, createdAt, sentAt, deadAt } = outboundMessages;
  const due = database
    .select({ id })
    .from(outboundMessages)
    .where(and(isNull(sentAt), isNull(deadAt), lte(nextAttemptAt, sql`now()`)))
    .orderBy(nextAttemptAt, createdAt)
    .limit(1)
    .for('update', { skipLocked: true });
  return database
    .update(outboundMessages)
    .set({
      attempts: sql`${attempts} + 1`,
      nextAttemptAt: sql`now() + interval '${sql.raw(String(CLAIM_SECONDS))} seconds'`,
    })
    .where(eq(id, due))
    .returning();
});

/** Whether a table is still sent to this address, and its administrator still has the right to it. */
async function isWanted({ recipient, detail }: AccountMessageRow, database: Database): Promise<boolean> {
  const [schedule] = await database
    .select({ id: adminExports.id })
    .from(adminExports)
    .innerJoin(admins, eq(admins.id, adminExports.adminId))
    .innerJoin(adminNotices, eq(adminNotices.adminId, admins.id))
    .where(
      and(
        eq(adminExports.id, sql`${detail.export ?? null}::uuid`),
        isWorking(EXPORT_ROLES),
        eq(adminNotices.email, recipient),
        isNull(adminNotices.tokenHash),
      ),
    );
  return schedule !== undefined;
}

/** Returns the news of adoptions whose seats are still adopted and whose sponsor, at the address of the message, still wants them. */
async function presentNews({ recipient, detail }: AccountMessageRow, database: Database) {
  const news = detail.news ?? [];
  const ids = news.map(({ billing }) => billing);
  const adopted = await readAdoptions(
    and(inArray(billings.id, ids), hasState(billings, ADOPTED_STATES))!,
    database,
    {},
  );
  const present = new Map(adopted.map((adoption) => [adoption.billingId, adoption]));
  return news.flatMap((one) => {
    const adoption = present.get(one.billing);
    if (!adoption?.wantsStudentMails || adoption.sponsor.email.toLowerCase() !== recipient.toLowerCase()) return [];
    return [{ ...one, isRegistered: adoption.isRegistered, isUnproven: adoption.isUnproven }];
  });
}

/**
 * Returns the data of adoptions for their messages.
 * @param which of the adoptions: a condition on `billings`
 * @param detail of the message: `person` of a copy gets it instead of the sponsor, and somebody who has left the company
 * has no address
 */
async function readAdoptions(which: SQL, database: Database, { person: personId, receipt, to }: MessageDetail) {
  const copied = alias(users, 'copied');
  const ofItems = <T>(value: SQL<T>) =>
    sql<T>`${database.select({ value }).from(billingItems).where(eq(billingItems.billingId, billings.id))}`;
  const rows = await database
    .select({
      billing: billings,
      user: users,
      colleague: maker,
      isMakerPresent,
      copied,
      paymentId: payments.id,
      isTest: payments.isTest,
      seats: ofItems(sql<number>`coalesce(sum(${billingItems.seats}), 0)`),
      sessions: ofItems(sql<string[]>`coalesce(array_agg(distinct ${billingItems.session}), '{}')`),
      outstandingPaise: outstanding(billings),
      dueNextPaise: dueNext(billings),
      refundDuePaise: refundDue(billings),
      isOver: sql<boolean>`coalesce(${billings.dueAt} <= now(), false)`,
      lapses: sql<boolean>`${isUnpaid(billings)}`,
      part: sql<PartPaid | null>`(
        select ${papers.data}->'part' from ${papers} where ${papers.kind} = 'receipt' and ${papers.source} = ${receipt ?? null}::text
         order by ${papers.revision} desc limit 1)`,
    })
    .from(billings)
    .innerJoin(users, eq(users.id, billings.userId))
    .leftJoin(maker, isMaker)
    // The owner of the account, or a colleague.
    .leftJoin(
      copied,
      and(
        eq(copied.id, sql`${personId ?? null}::uuid`),
        or(eq(copied.id, users.id), eq(copied.memberOf, users.id)),
        eq(copied.kind, 'registered'),
      ),
    )
    .leftJoin(payments, and(eq(payments.billingId, billings.id), eq(payments.status, 'captured')))
    .where(which);
  return rows.map(
    ({ billing, user, colleague, isMakerPresent: isPresent, copied: person, paymentId, isTest, ...amounts }) => {
      const { fullName, email } = user;
      const present = (isPresent ? billing.sponsor : { ...billing.sponsor, fullName, email }) as Sponsor;
      const recorded = to === undefined ? present : { ...present, email: to };
      const sponsor =
        personId === undefined
          ? recorded
          : { ...recorded, fullName: person?.fullName ?? '', email: person?.email ?? '' };
      const people = [user, colleague, person].filter((one) => one !== null);
      const isConfirmed = people.some((one) => provenEmailOf(one) === sponsor.email.toLowerCase());
      return {
        ...amounts,
        billingId: billing.id,
        reference: billing.reference,
        state: billing.state,
        locale: billing.locale,
        totalPaise: billing.totalPaise,
        dueAt: billing.dueAt,
        sponsor,
        isRegistered: user.kind === 'registered',
        wantsStudentMails: user.studentMails,
        isUnproven:
          (!['email', 'paper'].includes(billing.verifiedChannel ?? '') || personId !== undefined) && !isConfirmed,
        paymentId,
        isTestPayment: isTest === true,
      };
    },
  );
}

/**
 * Queues copies of the message that an adoption is paid: for the owner of the company, and for the person who began the
 * payment, unless the message itself goes to the same address. A copy is queued once, however often it is called.
 */
export async function queueCopies(database: Database, { id, billingId, detail, sponsor }: MessageRow): Promise<void> {
  const payer = database
    .select({ person: billingEvents.person })
    .from(billingEvents)
    .where(and(eq(billingEvents.billingId, billingId), eq(billingEvents.event, 'payment_started')))
    .orderBy(desc(billingEvents.id))
    .limit(1);
  const isPayer = sql`${users.fullName} || ' (' || ${users.email} || ')' = (${payer})`;
  const people = await database
    .select({ id: users.id })
    .from(billings)
    .innerJoin(users, or(eq(users.id, billings.userId), eq(users.memberOf, billings.userId)))
    .where(
      and(
        eq(billings.id, billingId),
        eq(users.kind, 'registered'),
        or(eq(users.id, billings.userId), and(sql`${!('receipt' in detail)}::boolean`, isPayer)),
        sql`lower(${users.email}) <> lower(${sponsor.email})`,
      ),
    );
  if (people.length === 0) return;
  const copies = people.map((person) => ({
    billingId,
    kind: 'paid_copy',
    detail: { ...detail, person: person.id },
    dedupeKey: `${id}/${person.id}`,
  }));
  await database.insert(outboundMessages).values(copies).onConflictDoNothing();
}

/**
 * Records that a message was sent. One about an account is deleted: it contains an address, and nothing refers to it.
 * @param outcome null, or why it was not necessary to send it
 */
export async function markSent(
  database: Database,
  { id, recipient }: Pick<MessageRow | AccountMessageRow, 'id' | 'recipient'>,
  outcome: 'obsolete' | null,
): Promise<void> {
  const isMessage = eq(outboundMessages.id, id);
  if (recipient !== null) await database.delete(outboundMessages).where(isMessage);
  else
    await database
      .update(outboundMessages)
      .set({ sentAt: sql`now()`, lastError: outcome })
      .where(and(isMessage, isNull(outboundMessages.sentAt)));
}

/**
 * Records a failed attempt: the message is due again after a pause with up to a quarter of jitter, or dead after
 * `maxAttempts`. Changes nothing if the claim was over and another sender has the message.
 */
export async function markFailed(
  database: Database,
  { id, attempts }: Claimed,
  reason: string,
  maxAttempts: number,
): Promise<void> {
  const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), MAX_PAUSE_SECONDS);
  await database
    .update(outboundMessages)
    .set({
      lastError: reason,
      deadAt: attempts >= maxAttempts ? sql`now()` : null,
      nextAttemptAt: sql`now() + ${seconds} * (1 + random() / 4) * interval '1 second'`,
    })
    .where(and(eq(outboundMessages.id, id), eq(outboundMessages.attempts, attempts), isNull(outboundMessages.sentAt)));
}
