import 'server-only';
import { and, eq, exists, inArray, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isExact, isRefundDue } from '@/db/balance';
import type { Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { isLiveHold } from '@/db/hold-conditions';
import {
  adoptionEntries,
  bankReceipts,
  billingEvents,
  billings,
  changeRequests,
  companies,
  conversationMessages,
  otpChallenges,
  outboundMessages,
  paperScans,
  payeeAccounts,
  paymentRefunds,
  payments,
  refunds,
  renewalLines,
  reservations,
  transferNotices,
  users,
  waitingRequests,
} from '@/db/schema';
import { statesThat } from '@/db/schema/billing-states';
import { emptyMessages } from '@/lib/accounts/removal';
import { endReservations } from '@/lib/adoption/core/reservation-statements';
import { isUnused } from '@/lib/payees/purge';

/** Why a person cannot be erased yet. */
export type Obstacle = 'people' | 'held' | 'paying' | 'unpaid' | 'refund' | 'request';

/** The personal fields of `billings.sponsor`; company and industry stay. */
const PERSONAL = ['fullName', 'designation', 'email', 'phone'];

const UNPAID = statesThat(({ seats, isPaid }) => seats === 'adopted' && !isPaid);
const UNVERIFIED = statesThat(({ verified }) => verified !== 'yes');

/**
 * Locks the codes, then the adoptions of somebody: whoever verifies a code or settles a payment at this moment is waited for, and
 * waits afterwards.
 * @param isOwn condition on billings
 * @returns their ids
 */
export async function lockAdoptions(tx: Database, userId: string, isOwn: SQL): Promise<{ id: string }[]> {
  const { id, billingId } = otpChallenges;
  const ownIds = tx.select({ id: billings.id }).from(billings).where(isOwn);
  await tx
    .select({ id })
    .from(otpChallenges)
    .where(or(eq(otpChallenges.userId, userId), sql`${billingId} in ${ownIds}`))
    .orderBy(id)
    .for('update');
  return tx.select({ id: billings.id }).from(billings).where(isOwn).orderBy(billings.id).for('update');
}

/** Condition: a column has the id of one of these adoptions. */
const isOf = (column: AnyPgColumn, ids: readonly string[]): SQL => sql`${column} = any(${sql.param([...ids])}::uuid[])`;

/** Returns what keeps somebody: colleagues, seats that are held or not paid for, and money that is on its way. */
export async function findObstacle(
  tx: Database,
  userId: string,
  adoptionIds: readonly string[],
): Promise<Obstacle | undefined> {
  const is = (which: SQL) =>
    exists(
      tx
        .select({ id: billings.id })
        .from(billings)
        .where(and(isOf(billings.id, adoptionIds), which)),
    );
  const has = (table: typeof payments | typeof refunds | typeof bankReceipts | typeof changeRequests, which: SQL) =>
    exists(
      tx
        .select({ id: table.id })
        .from(table)
        .where(and(isOf(table.billingId, adoptionIds), which)),
    );
  const isOpenRefund = or(
    sql`${paymentRefunds.state} in ('due', 'pending')`,
    and(eq(paymentRefunds.state, 'failed'), not(isExact(payments))),
  );
  const openRefund = tx
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(and(isOf(paymentRefunds.billingId, adoptionIds), isOpenRefund));
  const refund = or(
    is(isRefundDue(billings)),
    has(refunds, inArray(refunds.state, ['recorded', 'ordered'])),
    has(bankReceipts, eq(bankReceipts.state, 'recorded')),
    exists(openRefund),
  );
  const [found] = await tx.execute<Record<Obstacle, boolean>>(sql`
    select ${exists(tx.select({ id: users.id }).from(users).where(eq(users.memberOf, userId)))} as people,
           ${is(isLiveHold(billings))} as held,
           ${has(payments, eq(payments.status, 'started'))} as paying,
           ${is(hasState(billings, UNPAID))} as unpaid,
           ${refund} as refund,
           ${has(changeRequests, eq(changeRequests.state, 'open'))} as request`);
  return (Object.keys(found!) as Obstacle[]).find((obstacle) => found![obstacle]);
}

/** Gives all of these adoptions, with their payments, to one of the rows of a person. */
export async function moveAdoptions(tx: Database, userId: string, adoptionIds: readonly string[]): Promise<void> {
  const moved = await tx
    .update(billings)
    .set({ userId })
    .where(and(isOf(billings.id, adoptionIds), ne(billings.userId, userId)))
    .returning({ id: billings.id });
  const movedIds = moved.map(({ id }) => id);
  await tx
    .update(payments)
    .set({ userId, idempotencyKey: null, requestHash: null })
    .where(isOf(payments.billingId, movedIds));
}

/**
 * Deletes drafts, codes, unsent messages and what waits, and empties what names the person in its adoptions, events and requests. Adoptions,
 * payments and papers stay with the company.
 * @param userId whose row they have
 * @param proven the address that the person proved, in lower case; null if none
 */
export async function emptyAdoptions(
  tx: Database,
  userId: string,
  adoptionIds: readonly string[],
  proven: string | null,
): Promise<void> {
  await tx
    .delete(billings)
    .where(and(isOf(billings.id, adoptionIds), isNull(billings.verifiedAt), hasState(billings, UNVERIFIED)));

  const emptied = Object.fromEntries(PERSONAL.map((field) => [field, '']));
  await tx
    .update(billings)
    .set({
      sponsor: sql`${billings.sponsor} || ${JSON.stringify(emptied)}::jsonb`,
      showCompany: false,
      isCommitted: false,
      limitKeys: [],
      limitSeats: 0,
      version: sql`${billings.version} + 1`,
    })
    .where(isOf(billings.id, adoptionIds));
  const personal = sql`${sql.param(PERSONAL)}::text[]`;
  const ofOwnEvents = isOf(billingEvents.billingId, adoptionIds);
  await tx
    .update(billingEvents)
    .set({ detail: sql`${billingEvents.detail} - ${personal}` })
    .where(and(ofOwnEvents, sql`${billingEvents.detail} ?| ${personal}`));
  await tx
    .update(billingEvents)
    .set({ person: null })
    .where(and(ofOwnEvents, isNotNull(billingEvents.person)));

  await tx
    .update(changeRequests)
    .set({ email: '' })
    .where(and(isOf(changeRequests.billingId, adoptionIds), isNotNull(changeRequests.email)));
  await emptyMessages(tx, isOf(conversationMessages.billingId, adoptionIds));
  const ofCompany = or(
    eq(companies.ownerId, userId),
    sql`${companies.id} in (select ${billings.companyId} from ${billings} where ${isOf(billings.id, adoptionIds)})`,
  );
  await tx
    .update(companies)
    .set({ csrContact: '', papersEmail: '', papersDue: false, updatedBy: null })
    .where(ofCompany);
  // Papers of adoptions name it; without any it goes with the account.
  if (adoptionIds.length === 0) await tx.delete(companies).where(ofCompany);
  await tx
    .delete(paperScans)
    .where(
      sql`${paperScans.entryId} in (select ${adoptionEntries.id} from ${adoptionEntries} where ${isOf(adoptionEntries.billingId, adoptionIds)})`,
    );
  await tx.delete(payeeAccounts).where(and(isOf(payeeAccounts.billingId, adoptionIds), isUnused));
  await tx.delete(transferNotices).where(isOf(transferNotices.billingId, adoptionIds));
  const ofOwnMessages = isOf(outboundMessages.billingId, adoptionIds);
  await tx.delete(outboundMessages).where(and(ofOwnMessages, isNull(outboundMessages.sentAt)));
  await tx
    .update(outboundMessages)
    .set({ detail: {} })
    .where(and(ofOwnMessages, sql`${outboundMessages.detail} <> '{}'`));
  if (proven !== null) {
    await tx.delete(outboundMessages).where(sql`lower(${outboundMessages.recipient}) = ${proven}`);
    await tx.delete(waitingRequests).where(sql`lower(${waitingRequests.email}) = ${proven}`);
    const { purpose, email: address } = otpChallenges;
    await tx.delete(otpChallenges).where(sql`${purpose} = 'waiting' and lower(${address}) = ${proven}`);
  }
  await tx.delete(otpChallenges).where(isOf(otpChallenges.billingId, adoptionIds));
  await endRenewals(tx, userId, adoptionIds, proven);
}

/**
 * Gives the seats of the renewals of an account back, and empties what names its owner. Whoever leaves renews nothing. One that
 * continues adoptions of others as well ends only if it is for the proven address.
 */
async function endRenewals(
  tx: Database,
  userId: string,
  adoptionIds: readonly string[],
  proven: string | null,
): Promise<void> {
  const isOwnLine = isOf(renewalLines.billingId, adoptionIds);
  const continues = tx.select({ id: renewalLines.reservationId }).from(renewalLines).where(isOwnLine);
  const others = tx
    .select({ id: renewalLines.billingId })
    .from(renewalLines)
    .where(and(eq(renewalLines.reservationId, reservations.id), not(isOwnLine)));
  const isOwn = sql`(${reservations.kind} = 'renewal' and ${reservations.id} in (${continues})
                     and (lower(${reservations.email}) = ${proven} or not exists ${others}))`;
  await tx.execute(endReservations(isOwn, null));
  const nobody = `${userId}@deleted.invalid`;
  await tx
    .update(reservations)
    .set({ holder: `email:${nobody}`, email: nobody })
    .where(isOwn);
}
