import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasBounced, outstanding } from '@/db/balance';
import { todayInIndia } from '@/db/days';
import { db, type Database } from '@/db/client';
import { hasState, type Columns } from '@/db/conditions';
import { isLiveHold } from '@/db/hold-conditions';
import { hasOpenPayment } from '@/db/payment-conditions';
import {
  academicSessions,
  bankReceipts,
  billingEvents,
  billingItems,
  billings,
  courses,
  outboundMessages,
  payments,
} from '@/db/schema';
import { insertSelect, setColumns } from '@/db/writes';
import { writeCourses } from '@/lib/catalogue/statements';
import type { SponsorScope } from '@/lib/accounts/session';
import { actingPerson, personName } from '@/lib/accounts/ownership';
import { returnedSeats } from '@/lib/adoption/core/reservation-statements';
import { requireTransition } from '@/lib/adoption/core/rules';
import { hasEnded } from '@/lib/adoption/core/line-statements';

/*
 * Statements about the term of a pledge: bank transfer instead of an online payment, reminders, and the end of the term.
 * Locks as in ./statements.
 */

const CHOOSE = requireTransition('held', 'transfer_chosen', 'settle');
const LAPSE = requireTransition('pledged', 'lapsed', 'return');

/** Billings per statement of the jobs, to stay within the statement timeout. */
const BATCH = sql.raw('200');

const lockedCourses = alias(courses, 'locked_courses');

type TransferRow = {
  verdict: 'done' | 'repeated' | 'ended' | 'pending';
  reference: string;
  /** The end of the term; null if it has none. */
  dueAt: Date | null;
};

/**
 * Turns a live hold of a sponsor into a pledge that is paid by bank transfer: its seats are adopted until the end of the
 * term, in some days. Repeating it changes nothing. The verdict is 'pending' while an online payment of the billing is
 * open.
 * @returns undefined if the sponsor has no such billing, or may not adopt any more
 */
export async function pledgeHold(
  database: Database,
  { accountId, personId }: SponsorScope,
  { billingId, days }: { billingId: string; days: number },
): Promise<TransferRow | undefined> {
  const [billing, decision, pledge] = [
    alias(billings, 'billing'),
    alias(billings, 'decision'),
    alias(billings, 'pledge'),
  ];
  const [row] = await database.execute<TransferRow>(sql`
    with person as (${actingPerson(personId, ['adopt', 'pay'])}),
    billing as (
      select ${billings}.* from ${billings}
       where ${billings.userId} = ${accountId} and ${billings.id} = ${billingId} and exists (select from person)
         for no key update of ${billings}),
    decision as (
      select billing.*, case when ${billing.state} = ${CHOOSE.to} then 'repeated'
                             when not ${isLiveHold(billing)} then 'ended'
                             when ${hasOpenPayment(billing)} then 'pending'
                             else 'done' end as verdict
        from billing),
    locked_courses as (
      select ${courses}.*, ${billingItems.seats}
        from ${courses} join ${billingItems} on ${billingItems.courseId} = ${courses.id}
        join decision on ${decision.id} = ${billingItems.billingId}
       where decision.verdict = 'done' order by ${courses.id} for no key update of ${courses}),
    moved_seats as (${writeCourses(lockedCourses, sql`locked_courses`, {
      adoptedSeats: sql`${lockedCourses.adoptedSeats} + locked_courses.seats`,
      heldSeats: sql`${lockedCourses.heldSeats} - locked_courses.seats`,
    })}),
    pledge as (
      update ${billings} ${setColumns(billings, {
        state: CHOOSE.to,
        dueAt: sql`now() + ${days}::int * interval '1 day'`,
        version: sql`${decision.version} + 1`,
      })}
        from decision where ${billings.id} = ${decision.id} and decision.verdict = 'done' returning ${billings}.*),
    event as (
      ${insertSelect(billingEvents, {
        billingId: pledge.id,
        event: CHOOSE.event,
        fromState: CHOOSE.from,
        toState: CHOOSE.to,
        actor: 'sponsor',
        person: personName(personId),
      })} from pledge),
    message as (${insertSelect(outboundMessages, { billingId: pledge.id, kind: 'transfer' })} from pledge)
    select decision.verdict, ${decision.reference}, coalesce(${pledge.dueAt}, ${decision.dueAt}) as "dueAt"
      from decision left join pledge on true`);
  return row;
}

/**
 * Condition: nobody has paid for a pledge: no money, none that an administrator has yet to confirm, and none that the bank
 * took back.
 * @param billing the table or an alias of it
 */
export const isUnpaid = (billing: WithMoney): SQL =>
  sql`(${billing.receivedPaise} <= ${billing.refundedPaise} and ${hasNoOpenMoney(billing)})`;

type WithMoney = Columns<'id' | 'state' | 'totalPaise' | 'receivedPaise' | 'refundedPaise'>;

/** Condition: no money of the billing waits for an administrator, and the bank took none back. */
function hasNoOpenMoney(billing: WithMoney): SQL {
  const receipt = alias(bankReceipts, 'waiting_receipt');
  return sql`(not exists (select from ${bankReceipts} ${receipt}
                     where ${receipt.billingId} = ${billing.id} and ${receipt.state} = 'recorded')
    and not ${hasBounced(billing)})`;
}

/**
 * Condition: what is missing of a pledge can be paid online, all of it at once: during its term, also after a part arrived by
 * bank, unless other money may pay for the same.
 */
export function isRestPayable(billing: WithMoney & Columns<'dueAt'>): SQL {
  const paid = alias(payments, 'captured_payment');
  return sql`(${billing.state} = 'pledged' and coalesce(${billing.dueAt} > now(), true)
    and ${billing.totalPaise} > ${billing.receivedPaise} - ${billing.refundedPaise} and ${hasNoOpenMoney(billing)}
    and not exists (select from ${payments} ${paid} where ${paid.billingId} = ${billing.id} and ${paid.status} = 'captured'))`;
}

/** Condition on `academic_sessions`: its last day has passed, and it is not open. */
const isOver = sql`(${academicSessions.state} <> 'open' and ${academicSessions.lastDay} < ${todayInIndia})`;

const candidates = alias(billings, 'candidates');
const overduePledges = alias(billings, 'overdue_pledges');

/**
 * Ends pledges whose term or whose last session is over and that nobody pays for: their seats are free again. With the
 * session its term ends as well, which the event says. Pledges with some money are left to an administrator, those that
 * are being paid online until the gateway takes no more money. Rows in use, and those that changed since the statement
 * began, are skipped until the next run: a receipt may have been recorded.
 * @returns the number of pledges that lapsed, at most BATCH: run it again until it is 0
 */
export async function lapsePledges(database: Database = db()): Promise<number> {
  const isPayable = hasOpenPayment(billings, sql`${payments.expiresAt} > now()`);
  const mayLapse = sql`(${hasState(billings, [LAPSE.from])} and ${isUnpaid(billings)} and not ${isPayable})`;
  // The offset lets Postgres read the lines of sessions that are not over at once, not of one pledge after the other, and leaves few pledges.
  const [row] = await database.execute<{ count: number }>(sql`
    with candidates as materialized (
      (select ${billings.id}, ${billings.version} from ${billings} where ${billings.dueAt} <= now() and ${mayLapse} limit ${BATCH})
       union
      (select id, version from (
         select ${billings.id}, ${billings.version} from ${billings}
          where exists (select from ${academicSessions} where ${isOver}) and ${mayLapse}
            and not exists (
              select from ${billingItems}
               where ${billingItems.billingId} = ${billings.id} and ${billingItems.seats} > 0
                 and ${billingItems.session} = any(array(select ${academicSessions.name} from ${academicSessions} where not ${isOver})))
         offset 0) ended
        where exists (select from ${billingItems} join ${academicSessions} on ${academicSessions.name} = ${billingItems.session}
                       where ${billingItems.billingId} = ended.id and ${isOver})
        limit ${BATCH})
       limit ${BATCH}),
    overdue_pledges as (
      select ${billings.id}, ${billings.version}, ${billings.dueAt} from ${billings} join candidates on ${candidates.id} = ${billings.id}
       where ${billings.version} = ${candidates.version} and ${hasState(billings, [LAPSE.from])}
       order by ${billings.id} for no key update of ${billings} skip locked),
    freed as (select id from overdue_pledges),${returnedSeats('adoptedSeats')},
    lapsed_pledges as (
      update ${billings} ${setColumns(billings, {
        state: LAPSE.to,
        dueAt: sql`least(${overduePledges.dueAt}, now())`,
        version: sql`${overduePledges.version} + 1`,
      })}
        from overdue_pledges where ${billings.id} = ${overduePledges.id}
        returning ${billings.id}, case when ${overduePledges.dueAt} <= now() then null else (
          select jsonb_build_object('session', max(${billingItems.session})) from ${billingItems}
           where ${billingItems.billingId} = ${billings.id} and ${billingItems.seats} > 0) end as detail),
    events as (
      ${insertSelect(billingEvents, {
        billingId: sql`lapsed_pledges.id`,
        event: LAPSE.event,
        fromState: LAPSE.from,
        toState: LAPSE.to,
        actor: 'system',
        detail: sql`lapsed_pledges.detail`,
      })} from lapsed_pledges),
    messages as (
      ${insertSelect(outboundMessages, {
        billingId: sql`lapsed_pledges.id`,
        kind: 'lapsed',
        detail: sql`coalesce(lapsed_pledges.detail, '{}')`,
      })} from lapsed_pledges)
    select count(*) as count from lapsed_pledges`);
  return row!.count;
}

/**
 * Queues reminders of pledges whose term, or that of whose next part, ends within one of these numbers of days, unless all
 * their sessions are over: for each the reminder with the smallest number that applies, once per term.
 * @returns the number of reminders, at most BATCH: run it again until it is 0
 */
export async function queueReminders(days: readonly number[], database: Database = db()): Promise<number> {
  if (days.length === 0) return 0;
  const isWithin = (number: SQL) => sql`${billings.dueAt} <= now() + ${number} * interval '1 day'`;
  const dueOn = sql`to_char(${billings.dueAt} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;
  const [row] = await database.execute<{ count: number }>(sql`
    with reminders as (
      select ${billings.id}, given.days, ${dueOn} || '/' || given.days as dedupe_key
        from ${billings}
       cross join lateral (select min(number) as days from unnest(${sql.param([...days])}::int[]) as number
                            where ${isWithin(sql`number`)}) given
       where ${hasState(billings, [LAPSE.from])} and ${billings.dueAt} > now() and ${isWithin(sql`${Math.max(...days)}::int`)}
         and (${isUnpaid(billings)} or ${billings.instalments} is not null and ${outstanding(billings)} > 0)
         and not ${hasEnded(billings)}
         and not exists (select from ${outboundMessages}
                          where ${outboundMessages.billingId} = ${billings.id} and ${outboundMessages.kind} = 'reminder'
                            and ${outboundMessages.dedupeKey} = ${dueOn} || '/' || given.days)
       limit ${BATCH}),
    new_messages as (
      ${insertSelect(outboundMessages, { billingId: sql`reminders.id`, kind: 'reminder', dedupeKey: sql`reminders.dedupe_key` })} from reminders
      on conflict (billing_id, kind, dedupe_key) do nothing returning ${outboundMessages.billingId}),
    events as (
      ${insertSelect(billingEvents, {
        billingId: sql`new_messages.billing_id`,
        event: 'reminded',
        fromState: LAPSE.from,
        toState: LAPSE.from,
        actor: 'system',
      })} from new_messages)
    select count(*) as count from new_messages`);
  return row!.count;
}
