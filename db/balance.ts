import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { endOfDay, hasState, qualified, type Columns } from './conditions';
import { bankReceipts, paymentRefunds, payments, refunds } from './schema';
import { ADOPTED_STATES, PAID_STATES } from './schema/billing-states';

/*
 * The balance of a billing, in paise. What a sponsor owes is the total while the seats are adopted, otherwise nothing;
 * money beyond that is owed back. A billing is the table or an alias of it.
 */

type Billing = Columns<'id' | 'state' | 'totalPaise' | 'receivedPaise' | 'refundedPaise'>;
type Payment = Columns<'id' | 'amountPaise' | 'capturedPaise' | 'capturedCurrency'>;

const owed = (billing: Billing): SQL =>
  sql`(case when ${hasState(billing, ADOPTED_STATES)} then ${billing.totalPaise} else 0 end)`;

/** Money to pay back to the sponsor, 0 or more. */
export const refundDue = (billing: Billing): SQL<number> =>
  sql`greatest(${billing.receivedPaise} - ${billing.refundedPaise} - ${owed(billing)}, 0)`;

/** Money still missing for adopted seats, 0 or more. */
export const outstanding = (billing: Billing): SQL<number> =>
  sql`(case when ${hasState(billing, ADOPTED_STATES)}
            then greatest(${billing.totalPaise} - ${billing.receivedPaise} + ${billing.refundedPaise}, 0) else 0 end)`;

/**
 * Money paid back beyond what was due, 0 or less if none: more than was received, or of what adopted seats cost.
 * @param refunded all money paid back
 */
export const paidBackTooMuch = (billing: Billing, refunded: SQL = sql`${billing.refundedPaise}`): SQL<number> =>
  sql`least(${refunded}, ${refunded} - ${billing.receivedPaise} + ${owed(billing)})`;

/** Condition: money has to be paid back. Must match the expression of the index billings_refund_due. */
export const isRefundDue = (billing: Billing): SQL<boolean> =>
  sql`(${billing.receivedPaise} - ${billing.refundedPaise} > ${owed(billing)})`;

/** True if the captured money of a payment counts as received: exactly its amount, in INR. Other money is only paid back. */
export const isExact = (payment: Payment): SQL<boolean> =>
  sql`(${payment.capturedPaise} = ${payment.amountPaise} and ${payment.capturedCurrency} = 'INR')`;

/** Money that the gateway is about to pay back, of what counts as received. */
export function onlineRefunds(billing: Billing): SQL<number> {
  const [refund, payment] = [alias(paymentRefunds, 'online_refund'), alias(payments, 'refunded_payment')];
  return qualified(sql`coalesce((select sum(${refund.amountPaise}) from ${paymentRefunds} ${refund}
                         join ${payments} ${payment} on ${payment.id} = ${refund.paymentId}
                        where ${refund.billingId} = ${billing.id} and ${refund.state} in ('due', 'pending')
                          and ${isExact(payment)}), 0)`);
}

/**
 * Money to pay back for which no refund is open: neither one by the gateway nor a transfer that waits for its
 * confirmation or its bank. May be negative.
 */
export function refundable(billing: Billing): SQL<number> {
  const recorded = alias(refunds, 'recorded_refund');
  return qualified(sql`(${refundDue(billing)} - ${onlineRefunds(billing)}
    - coalesce((select sum(${recorded.amountPaise}) from ${refunds} ${recorded}
                 where ${recorded.billingId} = ${billing.id} and ${recorded.state} in ('recorded', 'ordered')), 0))`);
}

/** Captured money of a payment beyond its refunds; a failed one is not repeated. */
export function refundableOfPayment(payment: Payment): SQL<number> {
  const refund = alias(paymentRefunds, 'earlier_refund');
  return qualified(sql`(case when ${isExact(payment)} and ${payment.amountPaise} > 0
    then greatest(${payment.capturedPaise} - (select coalesce(sum(${refund.amountPaise}), 0)
                                                from ${paymentRefunds} ${refund}
                                               where ${refund.paymentId} = ${payment.id}), 0) else 0 end)`);
}

/** Tax that the payer withheld, in paise: it counts as received, but did not arrive. */
export function withheld(billing: Billing): SQL<number> {
  const receipt = alias(bankReceipts, 'withheld_receipt');
  return qualified(sql`(select coalesce(sum(${receipt.tdsPaise}), 0)::bigint from ${bankReceipts} ${receipt}
                      where ${receipt.billingId} = ${billing.id} and ${receipt.state} = 'confirmed')`);
}

/** True if the bank took back money that had been confirmed. */
export function hasBounced(billing: Billing): SQL<boolean> {
  const receipt = alias(bankReceipts, 'bounced_receipt');
  return qualified(sql`exists (select from ${bankReceipts} ${receipt}
                      where ${receipt.billingId} = ${billing.id} and ${receipt.state} = 'bounced')`);
}

/**
 * True if money was received for the seats, also if the bank took it back since: whoever takes a receipt back must not
 * be able to end the adoption alone.
 */
export const wasPaid = (billing: Billing): SQL<boolean> =>
  sql`(${hasState(billing, PAID_STATES)} or ${billing.receivedPaise} > ${billing.refundedPaise} or ${hasBounced(billing)})`;

type InInstalments = Billing & Columns<'instalments' | 'instalmentPaise' | 'dueAt'>;

/** A part of a pledge: the day on which it is due (YYYY-MM-DD), its amount, and what is missing of it, in paise. */
export type Instalment = { on: string; paise: number; missingPaise: number };

/** The numbers of the parts that money pays, from the first to the last, of how many. */
export type PartsPaid = { first: number; last: number; of: number };

/** The parts of a billing, with the sums before and after each; they add up to the total. */
const partsOf = ({ instalments, instalmentPaise, totalPaise }: InInstalments): SQL => sql`
  (select part.day, part.number, div(${totalPaise} * (sum(part.share) over up_to - part.share), sum(part.share) over ())::bigint as before_paise,
          div(${totalPaise} * sum(part.share) over up_to, sum(part.share) over ())::bigint as after_paise
     from (select planned.day, planned.number, coalesce(planned.amount, 1)::numeric as share
             from unnest(${instalments}, ${instalmentPaise}) with ordinality as planned(day, amount, number)) part
   window up_to as (order by part.number)) part`;

const paidPaise = (billing: Billing): SQL => sql`(${billing.receivedPaise} - ${billing.refundedPaise})`;

/** The parts in which a billing is paid, in order; empty if it is paid at once. */
export const instalmentsOf = (billing: InInstalments): SQL<Instalment[]> =>
  qualified(sql`
    (select coalesce(json_agg(json_build_object(
              'on', part.day, 'paise', part.after_paise - part.before_paise,
              'missingPaise', least(greatest(part.after_paise - ${paidPaise(billing)}, 0), part.after_paise - part.before_paise))
              order by part.number), '[]')
       from ${partsOf(billing)})`);

/**
 * The parts that money pays exactly, as JSON (PartsPaid); null if there are no parts, or the money does not begin and end
 * with one.
 * @param before paise that were received before it
 * @param after paise that were received with it
 */
export const partsPaid = (billing: InInstalments, before: SQL, after: SQL): SQL<PartsPaid | null> =>
  qualified(sql`
    (select case when count(*) filter (where part.before_paise = ${before}) = 1 and count(*) filter (where part.after_paise = ${after}) = 1
                 then jsonb_build_object('first', min(part.number) filter (where part.before_paise = ${before}),
                                         'last', max(part.number) filter (where part.after_paise = ${after}), 'of', count(*)) end
       from ${partsOf(billing)})`);

/** Money that is due next, in paise: what is missing of the first part that is not paid, otherwise everything. */
export const dueNext = (billing: InInstalments): SQL<number> =>
  qualified(sql`
    case when ${outstanding(billing)} = 0 then 0 else coalesce(
      (select part.after_paise - greatest(${paidPaise(billing)}, part.before_paise)
         from ${partsOf(billing)} where part.after_paise > ${paidPaise(billing)} order by part.number limit 1),
      ${outstanding(billing)}) end`);

/** The end of the term: that of the first part that is not paid; unchanged if there are no parts. */
export const dueAtOf = (billing: InInstalments): SQL =>
  qualified(sql`
    coalesce((select ${endOfDay(sql`part.day`)}
                from ${partsOf(billing)} where part.after_paise > ${paidPaise(billing)} order by part.number limit 1),
             ${billing.dueAt})`);

/**
 * The days of the parts if the first one that is not paid is due on another day: those after it move by as many days.
 * @param day YYYY-MM-DD
 */
export const movedInstalments = (billing: InInstalments, day: string): SQL =>
  qualified(sql`
    (select array_agg(case when part.number < next.number then part.day else part.day + (${day}::date - next.day) end order by part.number)
       from ${partsOf(billing)}
      cross join (select part.day, part.number from ${partsOf(billing)}
                   where part.after_paise > ${paidPaise(billing)} order by part.number limit 1) next)`);
