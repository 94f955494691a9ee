import { stateList, statesThat } from './schema/billing-states';

/*
 * SQL of the balance of a billing, in paise. What a sponsor owes is the total while the seats are adopted, otherwise
 * nothing; money beyond that is owed back.
 */

const PAID = stateList(statesThat(({ seats, isPaid }) => seats === 'adopted' && isPaid));
const ADOPTED = stateList(statesThat(({ seats }) => seats === 'adopted'));

/** @param billing alias of a row of `billings` */
const owed = (billing: string) => `(case when ${billing}.state in (${ADOPTED}) then ${billing}.total_paise else 0 end)`;

/** Money to pay back to the sponsor, 0 or more. @param billing alias of a row of `billings` */
export const REFUND_DUE = (billing: string) =>
  `greatest(${billing}.received_paise - ${billing}.refunded_paise - ${owed(billing)}, 0)`;

/** Money still missing for adopted seats, 0 or more. @param billing alias of a row of `billings` */
export const OUTSTANDING = (billing: string) => `
  (case when ${billing}.state in (${ADOPTED})
        then greatest(${billing}.total_paise - ${billing}.received_paise + ${billing}.refunded_paise, 0) else 0 end)`;

/**
 * Money paid back beyond what was due, 0 or less if none: more than was received, or of what adopted seats cost.
 * @param billing as above
 * @param refunded SQL of all money paid back
 */
export const PAID_BACK_TOO_MUCH = (billing: string, refunded = `${billing}.refunded_paise`) =>
  `least(${refunded}, ${refunded} - ${billing}.received_paise + ${owed(billing)})`;

/** Condition: money has to be paid back. Worded like the index billings_refund_due. @param billing as above */
export const IS_REFUND_DUE = (billing: string) =>
  `(${billing}.received_paise - ${billing}.refunded_paise > ${owed(billing)})`;

/** Money that the gateway is about to pay back, of what counts as received. @param billing alias of a row of `billings` */
export const ONLINE_REFUNDS = (billing: string) => `
  coalesce((select sum(o.amount_paise) from payment_refunds o join payments op on op.id = o.payment_id
             where o.billing_id = ${billing}.id and o.state in ('due', 'pending') and ${IS_EXACT('op')}), 0)`;

/**
 * Money to pay back for which no refund is open: neither one by the gateway nor a transfer that waits for its
 * confirmation. May be negative. @param billing alias of a row of `billings`
 */
export const REFUNDABLE = (billing: string) => `(${REFUND_DUE(billing)} - ${ONLINE_REFUNDS(billing)}
  - coalesce((select sum(o.amount_paise) from refunds o where o.billing_id = ${billing}.id and o.state = 'recorded'), 0))`;

/** Captured money of a payment beyond its refunds; a failed one is not repeated. @param payment alias of a row of `payments` */
export const REFUNDABLE_OF_PAYMENT = (payment: string) => `
  (case when ${IS_EXACT(payment)} and ${payment}.amount_paise > 0
        then greatest(${payment}.captured_paise - (select coalesce(sum(o.amount_paise), 0) from payment_refunds o
                                                    where o.payment_id = ${payment}.id), 0) else 0 end)`;

/** The current day in India. */
export const TODAY = `(now() at time zone 'Asia/Kolkata')::date`;

/** True if the bank took back money that had been confirmed. @param billing alias of a row of `billings` */
export const HAS_BOUNCED = (billing: string) =>
  `exists (select from bank_receipts r where r.billing_id = ${billing}.id and r.state = 'bounced')`;

/**
 * True if money was received for the seats, also if the bank took it back since: whoever takes a receipt back must not
 * be able to end the adoption alone. @param billing alias of a row of `billings`
 */
export const WAS_PAID = (billing: string) =>
  `(${billing}.state in (${PAID}) or ${billing}.received_paise > ${billing}.refunded_paise or ${HAS_BOUNCED(billing)})`;

/**
 * True if the captured money of a payment counts as received: exactly its amount, in INR. Other money is only paid back.
 * @param payment alias of a row of `payments`
 */
export const IS_EXACT = (payment: string) =>
  `(${payment}.captured_paise = ${payment}.amount_paise and ${payment}.captured_currency = 'INR')`;
