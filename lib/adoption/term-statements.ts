import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { hasBounced } from '@/db/balance';
import { textOf, type Columns } from '@/db/conditions';
import { isLiveHold } from '@/db/holds';
import { bankReceipts, billings } from '@/db/schema';
import { writeCoursesText } from '@/lib/catalogue/statements';
import type { SponsorScope } from '@/lib/identity/session';
import { ACTING_PERSON, PERSON } from './access';
import { requireTransition } from './rules';

/*
 * Statements about the term of a pledge: bank transfer instead of an online payment, reminders, and the end of the term.
 * Locks as in ./statements.
 */

const CHOOSE = requireTransition('held', 'transfer_chosen', 'settle');
const LAPSE = requireTransition('pledged', 'lapsed', 'return');

/** Billings per statement of the jobs, to stay within the statement timeout. */
const BATCH = 200;

/**
 * Turns a live hold of a sponsor into a pledge that is paid by bank transfer: its seats are adopted until the end of the
 * term. $1 account, $2 billing, $3 days, $4 person. Repeating it changes nothing. The verdict is 'pending' while an
 * online payment of the billing is open.
 */
export const CHOOSE_TRANSFER = `
with ${ACTING_PERSON('$4::uuid', ['adopt', 'pay'])},
     billing as (select b.* from billings b where b.user_id = $1::uuid and b.id = $2::uuid and exists (select from person) for no key update of b),
     judged  as (select b.*, case when b.state = '${CHOOSE.to}' then 'repeated'
                                  when not ${isLiveHold('b')} then 'ended'
                                  when exists (select from payments p where p.billing_id = b.id and p.status = 'started') then 'pending'
                                  else 'done' end as verdict from billing b),
     locked  as (select c.*, i.seats from courses c join billing_items i on i.course_id = c.id join judged j on j.id = i.billing_id
                  where j.verdict = 'done' order by c.id for no key update of c),
     moved   as (${writeCoursesText('locked l', { adopted_seats: 'l.adopted_seats + l.seats', held_seats: 'l.held_seats - l.seats' })}),
     chosen  as (update billings b set state = '${CHOOSE.to}', due_at = now() + $3::int * interval '1 day', version = j.version + 1
                   from judged j where b.id = j.id and j.verdict = 'done' returning b.*),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor, person)
                 select id, '${CHOOSE.event}', '${CHOOSE.from}', '${CHOOSE.to}', 'sponsor', ${PERSON('$4::uuid')} from chosen),
     queued  as (insert into outbound_messages (billing_id, kind) select id, 'transfer' from chosen)
select j.verdict, j.reference, floor(extract(epoch from coalesce(c.due_at, j.due_at)) * 1000)::float8 as due_ms from judged j left join chosen c on true`;

export type ChooseTransferRow = {
  verdict: 'done' | 'repeated' | 'ended' | 'pending';
  reference: string;
  /** The end of the term, in epoch milliseconds; null if it has none. */
  due_ms: number | null;
};

/** Runs CHOOSE_TRANSFER. Returns undefined if the sponsor has no such billing, or may not adopt any more. */
export async function runChooseTransfer(
  sql: Sql,
  { accountId, personId }: SponsorScope,
  { billingId, days }: { billingId: string; days: number },
): Promise<ChooseTransferRow | undefined> {
  const [row] = await sql.unsafe<ChooseTransferRow[]>(CHOOSE_TRANSFER, [accountId, billingId, days, personId], {
    prepare: true,
  });
  return row;
}

/**
 * Condition: nobody has paid for a pledge: no money, none that an administrator has yet to confirm, and none that the bank
 * took back.
 * @param billing the table or an alias of it
 */
export function isUnpaid(billing: Columns<'id' | 'state' | 'totalPaise' | 'receivedPaise' | 'refundedPaise'>): SQL {
  const receipt = alias(bankReceipts, 'waiting_receipt');
  return sql`(${billing.receivedPaise} <= ${billing.refundedPaise}
    and not exists (select from ${bankReceipts} ${receipt}
                     where ${receipt.billingId} = ${billing.id} and ${receipt.state} = 'recorded')
    and not ${hasBounced(billing)})`;
}

/** The same on a pledge `b`, for statements that are strings. */
export const IS_UNPAID = textOf(isUnpaid(alias(billings, 'b')));

/**
 * Ends pledges whose term is over and that nobody pays for: their seats are free again. Pledges with some money are left
 * to an administrator, those that are being paid online until the gateway takes no more money. Rows in use, and those that changed since the statement began, are skipped until the next run: a
 * receipt may have been recorded. The lines are locked for their newest seats.
 */
export const LAPSE_PLEDGES = `
with found   as materialized (select b.id, b.version from billings b
                  where b.state = '${LAPSE.from}' and b.due_at <= now() and ${IS_UNPAID}
                    and not exists (select from payments p where p.billing_id = b.id and p.status = 'started' and p.expires_at > now()) order by b.id limit ${BATCH}),
     over    as (select b.id, b.version from billings b join found f on f.id = b.id
                  where b.version = f.version and b.state = '${LAPSE.from}' order by b.id for no key update of b skip locked),
     items   as (select i.course_id, i.seats from billing_items i join over o on o.id = i.billing_id
                  order by i.billing_id, i.course_id for no key update of i),
     back    as (select course_id, sum(seats)::int as seats from items group by course_id),
     locked  as (select c.*, b.seats from courses c join back b on b.course_id = c.id order by c.id for no key update of c),
     moved   as (${writeCoursesText('locked l', { adopted_seats: 'l.adopted_seats - l.seats' })}),
     ended   as (update billings b set state = '${LAPSE.to}', version = o.version + 1 from over o where b.id = o.id returning b.id),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select id, '${LAPSE.event}', '${LAPSE.from}', '${LAPSE.to}', 'system' from ended),
     queued  as (insert into outbound_messages (billing_id, kind) select id, 'lapsed' from ended)
select count(*)::int as done from ended`;

/**
 * Queues reminders of pledges whose term ends within one of the numbers of days $1: for each the reminder with the
 * smallest number that applies, once per term.
 */
export const QUEUE_REMINDERS = `
with due     as (select b.id, min(d.days) as days, to_char(b.due_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as due_on
                   from billings b join unnest($1::int[]) as d(days) on b.due_at <= now() + d.days * interval '1 day'
                  where b.state = '${LAPSE.from}' and b.due_at > now() and ${IS_UNPAID}
                    and not exists (select from outbound_messages m where m.billing_id = b.id and m.kind = 'reminder'
                                       and m.dedupe_key = to_char(b.due_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') || '/' || d.days)
                    and d.days = (select min(x.days) from unnest($1::int[]) as x(days) where b.due_at <= now() + x.days * interval '1 day')
                  group by b.id limit ${BATCH}),
     queued  as (insert into outbound_messages (billing_id, kind, dedupe_key)
                 select id, 'reminder', due_on || '/' || days from due
                     on conflict (billing_id, kind, dedupe_key) do nothing returning billing_id),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select q.billing_id, 'reminded', '${LAPSE.from}', '${LAPSE.from}', 'system' from queued q)
select count(*)::int as done from queued`;

/** Runs LAPSE_PLEDGES. @returns the number of pledges that lapsed, at most BATCH: run it again until it is 0 */
export async function runLapsePledges(sql: Sql): Promise<number> {
  const [row] = await sql.unsafe<{ done: number }[]>(LAPSE_PLEDGES, [], { prepare: true });
  return row!.done;
}

/** Runs QUEUE_REMINDERS. @returns the number of reminders, at most BATCH: run it again until it is 0 */
export async function runQueueReminders(sql: Sql, days: readonly number[]): Promise<number> {
  const [row] = await sql.unsafe<{ done: number }[]>(QUEUE_REMINDERS, [[...days]], { prepare: true });
  return row!.done;
}
