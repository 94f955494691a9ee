import { sql } from 'drizzle-orm';
import { isExact } from '@/db/balance';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import {
  auditLog,
  bankCredits,
  bankReceipts,
  billingEvents,
  billingItems,
  billings,
  courses,
  outboundMessages,
  papers,
  paperSeries,
  paymentRefunds,
  payments,
  refunds,
  reservationItems,
  reservations,
  unpaidSeats,
} from '@/db/schema';
import { LIMITED_STATES } from '@/lib/adoption/core/rules';
import { ADOPTED_STATES, PAID_STATES, statesThat } from '@/db/schema/billing-states';
import type { MessageKind } from '@/lib/notifications/schema';

const HELD_STATES = statesThat(({ seats }) => seats === 'held');

/**
 * Returns violated invariants of seats and payments; empty if there are none: the counts of every course and of every seat
 * limit are the sums of their adoptions and reservations, money received and paid back is the sum of its entries,
 * nothing is oversold, no adoption is paid for twice, and papers are numbered without gaps.
 */
export async function findBookProblems(database: Database = db()): Promise<string[]> {
  const seats = await database.execute(sql`
    select ${courses.id} from ${courses}
      left join lateral (
        select coalesce(sum(${billingItems.seats}) filter (where ${hasState(billings, ADOPTED_STATES)}), 0) as adopted,
               coalesce(sum(${billingItems.seats}) filter (where ${hasState(billings, HELD_STATES)}), 0) as held
          from ${billingItems} join ${billings} on ${billings.id} = ${billingItems.billingId}
         where ${billingItems.courseId} = ${courses.id}) counted on true
      left join lateral (
        select coalesce(sum(${reservationItems.seats} - ${reservationItems.usedSeats}), 0) as unused
          from ${reservationItems} join ${reservations} on ${reservations.id} = ${reservationItems.reservationId}
         where ${reservationItems.courseId} = ${courses.id} and ${reservations.endedAt} is null) reserved on true
     where ${courses.adoptedSeats} <> counted.adopted or ${courses.heldSeats} <> counted.held + reserved.unused
        or ${courses.adoptedSeats} + ${courses.heldSeats} > ${courses.totalSeats}
        or least(${courses.adoptedSeats}, ${courses.heldSeats}) < 0`);
  const reserved = await database.execute(sql`
    select ${reservationItems.reservationId}
      from ${reservationItems} join ${reservations} on ${reservations.id} = ${reservationItems.reservationId}
     where ${reservations.endedAt} is null
       and ${reservationItems.usedSeats} <> (select coalesce(sum(${billingItems.reservedSeats}), 0) from ${billingItems}
                                              where ${billingItems.reservationId} = ${reservations.id}
                                                and ${billingItems.courseId} = ${reservationItems.courseId})`);
  const limits = await database.execute(sql`
    select key from ${unpaidSeats}
      full join (select key, sum(${billings.limitSeats}) as seats from ${billings}, unnest(${billings.limitKeys}) as key
                  where ${hasState(billings, LIMITED_STATES)} group by key) counted using (key)
     where coalesce(${unpaidSeats.seats}, 0) <> coalesce(counted.seats, 0)`);
  const money = await database.execute(sql`
    select ${billings.id} from ${billings}
     where ${billings.receivedPaise}
             <> (select coalesce(sum(${payments.amountPaise}), 0) from ${payments}
                  where ${payments.billingId} = ${billings.id} and ${payments.status} in ('captured', 'refund_due')
                    and ${isExact(payments)})
              + (select coalesce(sum(${bankReceipts.amountPaise} + ${bankReceipts.tdsPaise}), 0) from ${bankReceipts}
                  where ${bankReceipts.billingId} = ${billings.id} and ${bankReceipts.state} = 'confirmed')
        or ${billings.refundedPaise} <> (select coalesce(sum(${refunds.amountPaise}), 0) from ${refunds}
                                          where ${refunds.billingId} = ${billings.id} and ${refunds.state} = 'done')
        or ${billings.totalPaise} <> (select coalesce(sum(${billingItems.seats} * ${billingItems.pricePaise}), 0) from ${billingItems}
                                       where ${billingItems.billingId} = ${billings.id})
        or ${hasState(billings, PAID_STATES)} and ${billings.receivedPaise} - ${billings.refundedPaise} < ${billings.totalPaise}`);
  const twice = await database.execute(sql`
    select ${payments.billingId} from ${payments} where ${payments.status} = 'captured' group by 1 having count(*) > 1`);
  const unrefunded = await database.execute(sql`
    select ${payments.id} from ${payments}
      join lateral (select coalesce(sum(${paymentRefunds.amountPaise}) filter (where ${paymentRefunds.state} <> 'failed'), 0) as paise,
                           count(*) as count
                      from ${paymentRefunds} where ${paymentRefunds.paymentId} = ${payments.id}) back on true
     where ${payments.capturedPaise} < back.paise
        or ${payments.status} = 'refund_due' and ${payments.capturedPaise} > 0 and back.count = 0
           and not exists (select from ${refunds} where ${refunds.billingId} = ${payments.billingId})`);
  const credits = await database.execute(sql`
    select ${bankCredits.id} from ${bankCredits}
     where ${bankCredits.partsPaise} <> (select coalesce(sum(${bankReceipts.amountPaise}), 0) from ${bankReceipts}
                                          where ${bankReceipts.creditId} = ${bankCredits.id} and ${bankReceipts.state} <> 'rejected')`);
  // After a restore, numbers are left out; the entry of the audit log says which.
  const series = await database.execute(sql`
    with skipped as (select ${auditLog.subject}, (${auditLog.after}->>'from')::int as first, (${auditLog.after}->>'to')::int as last
                       from ${auditLog} where ${auditLog.action} = 'paper.numbers_skipped'),
         given   as (select ${papers.series} || '/' || ${papers.financialYear} as subject, ${papers.number} as first, ${papers.number} as last
                       from ${papers}
                      union all select * from skipped),
         counted as (select subject, sum(last - first + 1) as numbers, max(last) as last,
                            sum(last::bigint * (last + 1) / 2 - (first - 1)::bigint * first / 2) as total
                       from given group by 1)
    select counted.subject
      from counted full join ${paperSeries} on ${paperSeries.series} || '/' || ${paperSeries.financialYear} = counted.subject
     where ${paperSeries.lastNumber} is distinct from counted.numbers or counted.last is distinct from counted.numbers
        or counted.total is distinct from counted.last::bigint * (counted.last + 1) / 2`);
  return [
    ...(seats.length > 0 ? [`the seats of ${seats.length} courses do not add up`] : []),
    ...(reserved.length > 0 ? [`the used seats of ${reserved.length} reservations do not add up`] : []),
    ...(limits.length > 0 ? [`the unpaid seats of ${limits.length} limits do not add up`] : []),
    ...(money.length > 0 ? [`the money of ${money.length} adoptions does not add up`] : []),
    ...(unrefunded.length > 0 ? [`${unrefunded.length} payments are not paid back, or by more than was captured`] : []),
    ...(credits.length > 0 ? [`the parts of ${credits.length} credits of the bank account do not add up`] : []),
    ...(series.length > 0 ? [`the numbers of ${series.length} series of papers have gaps`] : []),
    ...(twice.length > 0 ? [`${twice.length} adoptions were paid for twice`] : []),
  ];
}

/** The message that announces a step of an administrator; of a receipt also 'paid', if it completes the adoption. */
const ANNOUNCED = JSON.stringify({
  receipt_confirmed: 'received',
  part_paid: 'received',
  receipt_bounced: 'bounced',
  refund_confirmed: 'refunded',
  extended: 'extended',
  reduced: 'reduced',
  move_proposed: 'move_proposed',
  moved: 'moved',
  cancelled: 'cancelled',
} satisfies Record<string, MessageKind>);

/**
 * Returns violated invariants of messages; empty if there are none: every pledge, every payment that settled an
 * adoption and every step of an administrator that concerns the sponsor was announced exactly once, and no message is
 * both sent and dead.
 */
export async function findMessageProblems(database: Database = db()): Promise<string[]> {
  // Whoever was erased gets no more messages.
  const isNamed = sql`${billings.sponsor}->>'email' <> ''`;
  const unannounced = await database.execute(sql`
    select ${billings.id} from ${billings}
     where ${isNamed} and ((select count(*) from ${billingEvents} where ${billingEvents.billingId} = ${billings.id} and ${billingEvents.event} in ('verified', 'entered'))
             <> (select count(*) from ${outboundMessages}
                  where ${outboundMessages.billingId} = ${billings.id} and ${outboundMessages.kind} = 'adopted')
        or (select count(*) from ${billingEvents} where ${billingEvents.billingId} = ${billings.id}
               and ${billingEvents.event} = 'paid' and ${billingEvents.actor} = 'provider')
             > (select count(*) from ${outboundMessages}
                 where ${outboundMessages.billingId} = ${billings.id} and ${outboundMessages.kind} = 'paid'))`);
  const announced = sql`jsonb_each_text(${ANNOUNCED}::jsonb) announced (event, kind)`;
  const steps = await database.execute(sql`
    select billing_id
      from (select ${billingEvents.billingId}, announced.kind, count(*) as steps
              from ${billingEvents} join ${announced} on announced.event = ${billingEvents.event} group by 1, 2) steps
      full join (select ${outboundMessages.billingId}, announced.kind, count(distinct ${outboundMessages.id}) as messages
                   from ${outboundMessages} join ${announced}
                     on announced.kind = ${outboundMessages.kind}
                        or ${outboundMessages.kind} = 'paid' and ${outboundMessages.detail} ? 'receipt' and announced.kind = 'received'
                  group by 1, 2) messages using (billing_id, kind)
     where steps.steps is distinct from messages.messages
       and exists (select from ${billings} where ${billings.id} = billing_id and ${isNamed})`);
  const both = await database.execute(sql`
    select ${outboundMessages.id} from ${outboundMessages}
     where ${outboundMessages.sentAt} is not null and ${outboundMessages.deadAt} is not null`);
  return [
    ...(unannounced.length > 0 ? [`the messages of ${unannounced.length} adoptions are missing or doubled`] : []),
    ...(steps.length > 0 ? [`the messages of ${steps.length} adoptions are not those of their steps`] : []),
    ...(both.length > 0 ? [`${both.length} messages are both sent and dead`] : []),
  ];
}
