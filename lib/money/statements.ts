import 'server-only';
import { and, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isExact } from '@/db/balance';
import type { Database } from '@/db/client';
import { compiled, personOf, type Columns, type Slots } from '@/db/conditions';
import { isLiveHold, isLiveReservation } from '@/db/hold-conditions';
import { hasOpenPayment } from '@/db/payment-conditions';
import {
  billingEvents,
  billingItems,
  billings,
  courses,
  outboundMessages,
  paymentRefunds,
  payments,
  refunds,
  reservationItems,
  reservations,
} from '@/db/schema';
import { BILLING_STATES, type BillingEvent, type BillingState } from '@/db/schema/billing-states';
import { insertSelect, setColumns } from '@/db/writes';
import type { PaymentMethod, PaymentStatus } from '@/db/schema/enums';
import { actorOf, ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { actingPerson } from '@/lib/accounts/ownership';
import { requireTransition, transition } from '@/lib/adoption/core/rules';
import { isRestPayable } from '@/lib/adoption/pledge/term-statements';
import { HttpError } from '@/lib/platform/errors';
import { bookableSeats, freeSeats, overdueSeats, writeCourses } from '@/lib/catalogue/statements';
import type { SponsorScope } from '@/lib/accounts/session';
import type { Capture } from './gateway/types';
import type { PaymentRequest } from './schema';

/*
 * Beginning and settling a payment are single SQL statements that lock in the same order: the billing, its payments, its
 * reservations and courses by id. Every change of a payment locks its billing, so a payment created after the snapshot of a statement can
 * only appear as a unique violation.
 */

const BEGIN = requireTransition('held', 'payment_started', 'none');
const BEGIN_PLEDGE = requireTransition('pledged', 'payment_started', 'none');

const text = (literal: string): SQL => sql.raw(`'${literal}'`);
const minutes = (count: number): SQL => sql.raw(`interval '${count} minutes'`);

/** Gateways want a payment link to last a quarter of an hour at least. */
const LINK_MINUTES = 16;
/** A pledge is paid within this time; corporate net banking needs a second person, who may approve hours later. */
const PLEDGE_LINK_MINUTES = 24 * 60;

/** Minutes after its start at which the job asks about a payment; then every hour, and every day. */
const CHECK_MINUTES = [2, 5, 15, 60];
const HOURLY_MINUTES = 3 * 24 * 60;
const DAILY_DAYS = 6;
const LAST_CHECK_MINUTES = (DAILY_DAYS - 1) * 24 * 60;

/**
 * The time of the next check of a payment, null after DAILY_DAYS. A payment that the gateway has just ended is checked
 * soon, because its sponsor may wait for the seats.
 */
const nextCheck = ((): SQL => {
  const after = (count: number) => sql`${payments.createdAt} + ${minutes(count)}`;
  const early = CHECK_MINUTES.map((count) => sql`when now() < ${after(count)} then ${after(count)}`);
  const end = sql`${payments.expiresAt} + ${minutes(1)}`;
  return sql`least(
    case ${sql.join(early, sql` `)}
         when now() < ${after(HOURLY_MINUTES)} then now() + ${minutes(60)}
         when now() < ${after(LAST_CHECK_MINUTES)} then now() + interval '1 day' end,
    case when now() < ${end} then ${end} end)`;
})();

/** Condition: the job does not ask about an open payment any more. Worded like the index payments_unanswered. */
export const isUnanswered = (payment: Columns<'status' | 'nextCheckAt' | 'createdAt'>): SQL<boolean> =>
  sql`(${payment.status} = 'started' and ${payment.nextCheckAt} is null and ${payment.createdAt} < now() - ${minutes(LAST_CHECK_MINUTES)})`;

/** How to pay, and by whom. `maxPaise` is the largest amount that the provider takes. */
type Terms = { method: PaymentMethod | null; provider: string; isTest: boolean; maxPaise: number };

/** The adoption to pay for: by its id, or by the request of a sponsor, which names its lines, prices and total. */
export type BeginValues = Omit<Terms, 'maxPaise'> & { maxPaise: number | null } & (
    | { scope: AdoptionScope; billingId: string }
    | {
        scope: SponsorScope;
        lines: PaymentRequest['selected_courses'];
        totalPaise: number;
        key: string | null;
        requestHash: string;
        /**
         * True if a concurrent request created a payment: this request then returns the result of that payment, whatever
         * its status.
         */
        joins?: boolean;
      }
  );

/**
 * `state` is null if no adoption of the scope matches; `isOtherHold` is true if there is a live hold of the person.
 * `paymentId` is the payment that the request created, repeats or shares. `transactionId` is that of the captured
 * payment of the adoption.
 */
export type BegunPayment = {
  /** False if the account was deleted or its role lowered since the request was authorised. */
  mayPay: boolean;
  isKeyReused: boolean;
  isOtherHold: boolean;
  billingId: string | null;
  reference: string | null;
  state: BillingState | null;
  isLive: boolean;
  /** A payment may be begun now, unless the amount is above the limit. */
  isPayable: boolean;
  isWithinLimit: boolean;
  paymentId: string | null;
  method: PaymentMethod | null;
  amountPaise: number | null;
  status: PaymentStatus | null;
  transactionId: string | null;
  provider: string | null;
  providerRef: string | null;
  /** Until when the gateway takes the money, and whether that is over. */
  expiresAt: Date | null;
  isOver: boolean;
  /** The sponsor form of the adoption. */
  sponsor: Partial<Record<string, string>> | null;
};

/** CTEs with whole rows. */
const adoption = alias(billings, 'adoption');
const attempts = alias(payments, 'attempts');

/** CTE `attempts`: all payments of the locked adoption. */
const lockedAttempts = sql`attempts as (select ${payments}.* from ${payments} join adoption on ${adoption.id} = ${payments.billingId}
                       order by ${payments.id} for no key update of ${payments})`;

/** The values of beginStatement for a request; an id and a key are null where the request has none. */
type RequestParams = Terms & {
  accountId: string;
  personId: string;
  /** Seats, price and total of each line by course id, as JSON. */
  lines: string;
  totalPaise: number;
  key: string | null;
  requestHash: string;
  joins: boolean;
};

/** What finds the adoption of a payment and its open payment. `ctes` are followed by a comma. */
type Target = {
  scope: AdoptionScope | { personId: SQL };
  ctes: SQL;
  isAdoption: SQL;
  isPayable: SQL;
  isShared: SQL;
  isRepeated: SQL;
  isKeyReused: SQL;
  isOtherHold: SQL;
  key: SQL;
  requestHash: SQL;
};

const isOpen = sql`${attempts.status} = 'started'`;

/** By the id of the adoption, a live hold can be paid, or what is missing of a pledge. */
const targetById = (scope: AdoptionScope, billingId: string): Target => ({
  scope,
  ctes: sql``,
  isAdoption: sql`${billings.id} = ${billingId}::uuid and ${ownedBy(scope)}`,
  isPayable: sql`(${isLiveHold(billings)} or ${isRestPayable(billings)})`,
  isShared: isOpen,
  isRepeated: sql`false`,
  isKeyReused: sql`false`,
  isOtherHold: sql`false`,
  key: sql`null::text`,
  requestHash: sql`null::text`,
});

/**
 * A request finds the adoption of the payment with its Idempotency-Key, otherwise that with its lines and total, whose
 * live hold can be paid; an adoption with an open payment takes precedence over a live hold of the same selection, so that
 * nothing is charged twice.
 */
function targetOfRequest(values: Slots<RequestParams>): Target {
  const accountId = sql`${values.accountId}::uuid`;
  const personId = sql`${values.personId}::uuid`;
  const key = sql`${values.key}::text`;
  const isOwn = sql`${personOf(billings)} = ${personId}`;
  const isRepeated = sql`exists (select from earlier_payment)`;
  const newest = sql`(select ${attempts.id} from attempts order by ${attempts.settledAt} desc nulls first limit 1)`;
  return {
    scope: { personId },
    ctes: sql`
     earlier_payment as (select ${payments.id}, ${payments.billingId}, ${payments.requestHash} = ${values.requestHash}::text as is_same
                           from ${payments} where ${payments.userId} = ${accountId} and ${payments.idempotencyKey} = ${key}),
     matching_adoption as (select ${billings.id} from ${billings}
                 cross join lateral (select ${hasOpenPayment(billings)} as is_open) open_payment
                 where ${isOwn} and ${billings.userId} = ${accountId} and ${billings.channel} = 'dashboard'
                   and (${billings.state} <> 'replaced' or open_payment.is_open) and ${billings.totalPaise} = ${values.totalPaise}::bigint
                   and ${values.lines}::jsonb
                     = (select jsonb_object_agg(${billingItems.courseId}, array[${billingItems.seats}, ${billingItems.pricePaise}, ${billingItems.seats} * ${billingItems.pricePaise}])
                          from ${billingItems} where ${billingItems.billingId} = ${billings.id})
                 order by open_payment.is_open desc, ${isLiveHold(billings)} desc, ${billings.createdAt} desc limit 1),`,
    isAdoption: sql`${billings.id} = coalesce((select billing_id from earlier_payment), (select id from matching_adoption))`,
    isPayable: isLiveHold(billings),
    isShared: sql`case when ${isRepeated} then ${attempts.id} = (select id from earlier_payment)
                       when ${values.joins}::boolean then ${attempts.id} = ${newest} else ${isOpen} end`,
    isRepeated,
    isKeyReused: sql`exists (select from earlier_payment where not is_same)`,
    isOtherHold: sql`exists (select from ${billings} where ${isOwn} and ${isLiveHold(billings)})`,
    key,
    requestHash: sql`case when ${key} is not null then ${values.requestHash}::text end`,
  };
}

/**
 * Begins a payment, or finds the one for the request: the one with its Idempotency-Key, otherwise the open one.
 * Concurrent requests share one payment. The first payment of a hold keeps its seats as long as the gateway takes the
 * money; later ones do not, otherwise a hold would never end. The version of the adoption changes, so that its term does
 * not end by a statement with an older snapshot.
 */
export function beginStatement(values: BeginValues): SQL {
  const maxPaise = values.maxPaise ?? Number.MAX_SAFE_INTEGER;
  if ('billingId' in values) return statementOf({ ...values, maxPaise }, targetById(values.scope, values.billingId));
  const { scope, lines, joins = false, ...rest } = values;
  const amounts = lines.map((line) => [line.id.toLowerCase(), [line.selectedSeats, line.pricePaise, line.totalPaise]]);
  return beginByRequest({
    ...rest,
    maxPaise,
    joins,
    accountId: scope.accountId,
    personId: scope.personId,
    lines: JSON.stringify(Object.fromEntries(amounts)),
  });
}

const beginByRequest = compiled<RequestParams>((values) => statementOf(values, targetOfRequest(values)));

function statementOf(values: Terms | Slots<Terms>, { scope, ...target }: Target): SQL {
  const isGuest = 'billingId' in scope;
  const mayPay = isGuest ? sql`true` : sql`exists (select from person)`;
  const { actor, person } = actorOf(scope);
  const newPayment = alias(payments, 'new_payment');
  const payment = alias(payments, 'payment');
  const missing = sql`(${adoption.totalPaise} - ${adoption.receivedPaise} + ${adoption.refundedPaise})`;
  const isWithinLimit = sql`${missing} <= ${values.maxPaise}::bigint`;
  return sql`
with person as (${isGuest ? sql`select` : actingPerson(sql`${scope.personId}::uuid`, ['pay'])}),${target.ctes}
     adoption as (select ${billings}.*, ${isLiveHold(billings)} as is_live, ${target.isPayable} as is_payable
                    from ${billings} where ${target.isAdoption} and ${mayPay}
                     for no key update of ${billings}),
     ${lockedAttempts},
     shared_payment as (select * from attempts where ${target.isShared}),
     new_payment as (${insertSelect(payments, {
       billingId: adoption.id,
       userId: adoption.userId,
       provider: sql`${values.provider}::text`,
       isTest: sql`${values.isTest}::boolean`,
       method: sql`${values.method}::text`,
       amountPaise: missing,
       idempotencyKey: target.key,
       requestHash: target.requestHash,
       expiresAt: sql`greatest(case when adoption.is_live then ${adoption.holdExpiresAt}
                                    else least(${adoption.dueAt}, now() + ${minutes(PLEDGE_LINK_MINUTES)}) end, now() + ${minutes(LINK_MINUTES)})`,
       nextCheckAt: sql`now() + ${minutes(CHECK_MINUTES[0]!)}`,
     })}
                   from adoption
                  where adoption.is_payable and ${isWithinLimit} and ${values.method}::text is not null
                    and not ${target.isRepeated} and not exists (select from shared_payment)
                     on conflict do nothing returning *),
     changed_adoption as (update ${billings} ${setColumns(billings, {
       version: sql`${billings.version} + 1`,
       holdExpiresAt: sql`case when ${billings.state} = ${text(BEGIN.from)} and not exists (select from attempts)
                               then greatest(${billings.holdExpiresAt}, ${newPayment.expiresAt}) else ${billings.holdExpiresAt} end`,
     })}
                   from new_payment where ${billings.id} = ${newPayment.billingId}),
     new_event as (${insertSelect(billingEvents, {
       billingId: adoption.id,
       event: text(BEGIN.event),
       fromState: adoption.state,
       toState: adoption.state,
       actor: text(actor),
       person,
     })}
                   from new_payment join adoption on ${adoption.id} = ${newPayment.billingId}),
     payment as (select * from new_payment union all select * from shared_payment)
select ${mayPay} as "mayPay", ${target.isKeyReused} as "isKeyReused", ${target.isOtherHold} as "isOtherHold",
       ${adoption.id} as "billingId", ${adoption.reference}, ${adoption.state}, coalesce(adoption.is_live, false) as "isLive",
       coalesce(adoption.is_payable, false) as "isPayable", coalesce(${isWithinLimit}, false) as "isWithinLimit",
       ${payment.id} as "paymentId", ${payment.method}, ${payment.amountPaise} as "amountPaise", ${payment.status}, ${payment.provider},
       ${payment.providerRef} as "providerRef", ${payment.expiresAt} as "expiresAt", coalesce(${payment.expiresAt} <= now(), false) as "isOver",
       ${adoption.sponsor}, (select ${attempts.transactionId} from attempts where ${attempts.status} = 'captured') as "transactionId"
  from (select) as always left join adoption on true left join payment on true`;
}

/** Runs beginStatement. Throws HttpError 403 'company.role' if the person may not pay any more. */
export async function beginPayment(database: Database, values: BeginValues): Promise<BegunPayment> {
  const [row] = await database.execute<BegunPayment>(beginStatement(values));
  if (!row!.mayPay) throw new HttpError('company.role');
  return row!;
}

/** The result of a payment from the provider. */
export type SettleValues = { paymentId: string; provider: string } & (
  { status: 'captured'; capture: Capture } | { status: 'failed' }
);

/**
 * Payment and adoption after the statement. `isStale`: nothing was changed, because expired holds must be released
 * first. `isTaken`: nothing was changed, because the transaction belongs to another payment.
 */
export type SettledPayment = {
  billingId: string;
  reference: string;
  state: BillingState;
  isLive: boolean;
  status: PaymentStatus;
  transactionId: string | null;
  /** What the statement did; null if nothing. */
  event: BillingEvent | null;
  isStale: boolean;
  isTaken: boolean;
};

const SETTLING: BillingEvent[] = [
  'paid',
  'part_paid',
  'paid_too_late',
  'paid_again',
  'payment_not_accepted',
  'payment_failed',
];

/** The transitions that settling may make, as SQL rows. */
const TRANSITIONS = sql.raw(
  BILLING_STATES.flatMap((from) =>
    SETTLING.flatMap((event) => {
      const step = transition(from, event);
      return step ? [`('${from}', '${event}', '${step.to}', '${step.seats}')`] : [];
    }),
  ).join(', '),
);

/**
 * Records the result of a payment and applies its consequences for the adoption and its seats. The transitions are
 * those of the transition table; the statement only selects the event. Captured money is `paid` if the seats are held
 * or available again, `part_paid` if the bank took other money of a pledge back meanwhile, `paid_too_late` if the seats are
 * not available, and `paid_again` if the adoption needs no further payment. Money
 * of another amount or currency is `payment_not_accepted`: it is recorded and does not count as received. A second
 * capture of one payment gets a row of its own. Money that goes back gets its refund in the same statement. When a
 * payment is captured, another open payment of the adoption becomes failed; if it is captured later, it is `paid_again`.
 * A repeated result changes nothing, nor does a transaction that is recorded for another adoption. No row means that
 * the provider has no such payment.
 */
export const settleStatement = ({ paymentId, provider, ...result }: SettleValues): SQL => {
  const capture = result.status === 'captured' ? result.capture : null;
  return settlement({
    paymentId,
    provider,
    status: result.status,
    transactionId: capture?.transactionId ?? null,
    capturedPaise: capture?.amountPaise ?? null,
    capturedCurrency: capture?.currency ?? null,
    methodUsed: capture?.method ?? null,
    feePaise: capture?.feePaise ?? null,
    taxPaise: capture?.taxPaise ?? null,
  });
};

type Settlement = { paymentId: string; provider: string; status: SettleValues['status'] } & Record<
  'transactionId' | 'capturedCurrency' | 'methodUsed',
  string | null
> &
  Record<'capturedPaise' | 'feePaise' | 'taxPaise', number | null>;

const settlement = compiled<Settlement>((values) => {
  const paymentId = sql`${values.paymentId}::uuid`;
  const transactionId = sql`${values.transactionId}::text`;
  const captured = {
    transactionId,
    capturedPaise: sql`${values.capturedPaise}::bigint`,
    capturedCurrency: sql`${values.capturedCurrency}::text`,
    methodUsed: sql`${values.methodUsed}::text`,
    feePaise: sql`${values.feePaise}::bigint`,
    taxPaise: sql`${values.taxPaise}::bigint`,
  };
  const lockedCourses = alias(courses, 'locked_courses');
  const stoppedPayment = alias(payments, 'stopped_payment');
  const settledPayment = alias(payments, 'settled_payment');
  const recorded = alias(payments, 'recorded');
  const stateAfter = sql`coalesce(decision.to_state, ${adoption.state})`;
  return sql`
with transitions as (select * from (values ${TRANSITIONS}) as t(from_state, event, to_state, effect)),
     adoption as (select ${billings}.* from ${billings} join ${payments} on ${payments.billingId} = ${billings.id}
                   where ${payments.id} = ${paymentId} and ${payments.provider} = ${values.provider}::text for no key update of ${billings}),
     ${lockedAttempts},
     known_transaction as (select ${payments.billingId} from ${payments} where ${payments.transactionId} = ${transactionId}),
     foreign_transaction as (select from known_transaction where billing_id not in (select id from adoption)),
     outcome as (select ${adoption.id}, ${adoption.state}, paid.effect,
                        ${adoption.state} = ${text(BEGIN_PLEDGE.from)}
                          and ${adoption.receivedPaise} + ${captured.capturedPaise} - ${adoption.refundedPaise} < ${adoption.totalPaise} as is_short,
                        case when ${values.status}::text = 'failed' then case ${attempts.status} when 'started' then 'payment_failed' end
                             when exists (select from known_transaction) then null
                             when ${attempts.transactionId} is not null then 'extra'
                             when ${attempts.amountPaise} <> ${captured.capturedPaise} or ${captured.capturedCurrency} <> 'INR' then 'payment_not_accepted'
                             when paid.event is null then 'paid_again'
                             else 'money' end as kind
                   from adoption join attempts on ${attempts.id} = ${paymentId}
                   left join transitions paid on paid.from_state = ${adoption.state} and paid.event = 'paid'),
     -- A hold that ended gave its reserved seats back: money that arrives later draws them again.
     own_reservations as (select ${reservationItems}.*, case when ${isLiveReservation(reservations)}
                                                             then ${reservationItems.seats} - ${reservationItems.usedSeats} else 0 end as unused
                   from ${reservationItems} join ${reservations} on ${reservations.id} = ${reservationItems.reservationId}
                   join ${billingItems} on ${billingItems.reservationId} = ${reservations.id} and ${billingItems.courseId} = ${reservationItems.courseId}
                   join outcome on outcome.id = ${billingItems.billingId} and outcome.kind = 'money' and outcome.effect = 'adopt'
                  where ${reservations.endedAt} is null
                  order by ${reservations.id}, ${reservationItems.courseId} for no key update of ${reservations}, ${reservationItems}),
     locked_courses as (select ${courses}.*, ${billingItems.seats}, coalesce(${overdueSeats.seats}, 0) as overdue_seats,
                        ${bookableSeats(undefined, sql`${freeSeats} + coalesce(own_reservations.unused, 0)`)} as available,
                        least(${billingItems.seats}, coalesce(own_reservations.unused, 0)) as drawn, own_reservations.reservation_id
                   from ${courses} join ${billingItems} on ${billingItems.courseId} = ${courses.id} join outcome on outcome.id = ${billingItems.billingId}
                   left join ${overdueSeats} on ${overdueSeats.courseId} = ${courses.id}
                   left join own_reservations on own_reservations.course_id = ${courses.id}
                  where outcome.kind = 'money' order by ${courses.id} for no key update of ${courses}),
     availability as (select bool_and(available >= seats) as is_free, bool_and(available + overdue_seats >= seats) as can_be_freed from locked_courses),
     decision as (select outcome.id, transitions.* from outcome cross join availability
                   join transitions on transitions.from_state = outcome.state
                    and transitions.event = case
                        when outcome.kind = 'extra' and exists (select from transitions t where t.from_state = outcome.state and t.event = 'paid_again') then 'paid_again'
                        when outcome.kind = 'extra' then 'payment_not_accepted'
                        when outcome.kind is distinct from 'money' then outcome.kind
                        when outcome.is_short then 'part_paid'
                        when outcome.effect <> 'adopt' or availability.is_free then 'paid'
                        when not availability.can_be_freed then 'paid_too_late' end),
     changed_courses as (${writeCourses(
       lockedCourses,
       sql`locked_courses, decision where decision.effect in ('settle', 'adopt')`,
       {
         adoptedSeats: sql`${lockedCourses.adoptedSeats} + locked_courses.seats`,
         heldSeats: sql`${lockedCourses.heldSeats} - case decision.effect when 'settle' then locked_courses.seats else locked_courses.drawn end`,
       },
     )}),
     drawn_seats as (update ${reservationItems} ${setColumns(reservationItems, {
       usedSeats: sql`own_reservations.used_seats + locked_courses.drawn`,
     })}
                   from own_reservations join locked_courses on ${lockedCourses.id} = own_reservations.course_id, decision
                  where decision.effect = 'adopt' and ${reservationItems.reservationId} = own_reservations.reservation_id
                    and ${reservationItems.courseId} = own_reservations.course_id),
     drawn_lines as (update ${billingItems} ${setColumns(billingItems, { reservedSeats: sql`locked_courses.drawn` })}
                   from locked_courses, decision
                  where decision.effect = 'adopt' and locked_courses.drawn > 0 and ${billingItems.billingId} = decision.id
                    and ${billingItems.courseId} = ${lockedCourses.id}),
     stopped_payment as (update ${payments} ${setColumns(payments, {
       status: text('failed'),
       settledAt: sql`now()`,
       nextCheckAt: sql`null`,
     })}
                   from decision
                  where decision.event = 'paid' and ${payments.id} <> ${paymentId}
                    and ${payments.id} in (select ${attempts.id} from attempts where ${attempts.status} = 'started')
                 returning ${payments.billingId}),
     settled_payment as (update ${payments} ${setColumns(payments, {
       ...captured,
       status: sql`case when decision.event in ('paid', 'part_paid') then 'captured' when decision.event = 'payment_failed' then 'failed' else 'refund_due' end`,
       // Money counts in the order in which its adoption was locked, not in that of the beginning of transactions.
       settledAt: sql`clock_timestamp()`,
       nextCheckAt: sql`null`,
     })}
                   -- Counting the stopped payments runs their update first, so the unique index of open payments does not conflict.
                   from decision, outcome
                  where ${payments.id} = ${paymentId} and outcome.kind <> 'extra' and (select count(*) from stopped_payment) >= 0 returning ${payments}.*),
     extra_capture as (${insertSelect(payments, {
       billingId: attempts.billingId,
       userId: attempts.userId,
       provider: attempts.provider,
       isTest: attempts.isTest,
       method: attempts.method,
       amountPaise: attempts.amountPaise,
       ...captured,
       status: text('refund_due'),
       settledAt: sql`now()`,
     })}
                   from attempts join outcome on outcome.kind = 'extra' where ${attempts.id} = ${paymentId} returning *),
     recorded as (select * from settled_payment union all select * from extra_capture),
     excess as (select least(${recorded.capturedPaise}, ${adoption.receivedPaise} + ${recorded.amountPaise} - ${adoption.refundedPaise} - ${adoption.totalPaise}
                         - (select coalesce(sum(${paymentRefunds.amountPaise}), 0) from ${paymentRefunds} join attempts on ${attempts.id} = ${paymentRefunds.paymentId}
                             where ${paymentRefunds.state} <> 'processed' and ${isExact(attempts)})
                         - (select coalesce(sum(${refunds.amountPaise}), 0) from ${refunds}
                             where ${refunds.billingId} = ${adoption.id} and ${refunds.state} in ('recorded', 'ordered'))) as amount
                  from recorded join adoption on true where ${recorded.status} = 'captured'),
     new_refund as (${insertSelect(paymentRefunds, {
       paymentId: recorded.id,
       billingId: recorded.billingId,
       amountPaise: recorded.capturedPaise,
       reason: sql`decision.event`,
     })}
                   from recorded cross join decision
                  where ${recorded.status} = 'refund_due' and ${recorded.capturedPaise} > 0
                 union all
                 -- The adoption was reduced, or other money arrived, while its sponsor paid.
                 select ${recorded.id}, ${recorded.billingId}, excess.amount, 'excess' from recorded cross join excess where excess.amount > 0),
     changed_adoption as (update ${billings} ${setColumns(billings, {
       state: sql`decision.to_state`,
       version: sql`${billings.version} + 1`,
       receivedPaise: sql`${adoption.receivedPaise} + coalesce((select ${recorded.amountPaise} from recorded where ${recorded.status} <> 'failed' and ${isExact(recorded)}), 0)`,
     })}
                   from decision, adoption
                  where ${billings.id} = decision.id and ${adoption.id} = decision.id and decision.event <> 'payment_failed'),
     new_events as (${insertSelect(billingEvents, {
       billingId: adoption.id,
       event: sql`transitions.event`,
       fromState: sql`transitions.from_state`,
       toState: sql`transitions.to_state`,
       actor: text('provider'),
     })}
                   from stopped_payment join adoption on ${adoption.id} = ${stoppedPayment.billingId}
                   join transitions on transitions.from_state = ${adoption.state} and transitions.event = 'payment_failed'
                 union all select id, event, from_state, to_state, 'provider' from decision),
     new_message as (${insertSelect(outboundMessages, {
       billingId: sql`decision.id`,
       kind: sql`case decision.event when 'paid' then 'paid' else 'received' end`,
       detail: sql`case decision.event when 'paid' then '{}' else jsonb_build_object('receipt', ${recorded.id}, 'amount_paise', ${recorded.amountPaise}) end`,
     })} from decision join recorded on true where decision.event in ('paid', 'part_paid'))
select ${adoption.id} as "billingId", ${adoption.reference}, ${stateAfter} as state, ${isLiveHold(adoption, stateAfter)} as "isLive",
       coalesce((select ${settledPayment.status} from settled_payment), ${attempts.status}) as status,
       coalesce((select ${settledPayment.transactionId} from settled_payment where ${settledPayment.status} = 'captured'),
                (select ${attempts.transactionId} from attempts where ${attempts.status} = 'captured')) as "transactionId",
       decision.event, coalesce(outcome.kind = 'money' and decision.event is null, false) as "isStale", exists (select from foreign_transaction) as "isTaken"
  from adoption join attempts on ${attempts.id} = ${paymentId} cross join outcome left join decision on true`;
});

/** Runs settleStatement. Returns undefined if the provider has no such payment. */
export async function settlePayment(database: Database, values: SettleValues): Promise<SettledPayment | undefined> {
  const [row] = await database.execute<SettledPayment>(settleStatement(values));
  return row;
}

const CHECKED = {
  id: payments.id,
  billingId: payments.billingId,
  provider: payments.provider,
  providerRef: payments.providerRef,
  /** True if the gateway takes no more money. */
  isOver: sql<boolean>`coalesce(${payments.expiresAt}, ${payments.createdAt}) <= now()`,
  /** False if the adoption has no use for the money any more. */
  isWanted: sql<boolean>`(${isLiveHold(billings)} or ${billings.state} = ${text(BEGIN_PLEDGE.from)})`,
};

const checkedPayments = (database: Database) =>
  database.select(CHECKED).from(payments).innerJoin(billings, eq(billings.id, payments.billingId));

/** A payment that is to be checked. */
export type CheckedPayment = Awaited<ReturnType<typeof checkedPayments>>[number];

/**
 * Claims the payment whose check is due for the longest time, and sets the time of its next one: two jobs never claim the
 * same. A row that another job claims at the same time is skipped.
 * @returns undefined if no check is due
 */
export async function claimCheck(database: Database): Promise<CheckedPayment | undefined> {
  const due = database.$with('due').as(
    database
      .select({ id: payments.id })
      .from(payments)
      .where(lte(payments.nextCheckAt, sql`now()`))
      .orderBy(payments.nextCheckAt)
      .limit(1)
      .for('no key update', { skipLocked: true }),
  );
  const [claimed] = await database
    .with(due)
    .update(payments)
    .set({ tries: sql`${payments.tries} + 1`, nextCheckAt: nextCheck })
    .from(billings)
    .where(and(eq(billings.id, payments.billingId), sql`${payments.id} in (select ${due.id} from ${due})`))
    .returning(CHECKED);
  return claimed;
}

/** Returns the open payments of some adoptions. @param which condition on their billings */
export const findOpenPayments = (database: Database, which: SQL): Promise<CheckedPayment[]> =>
  checkedPayments(database).where(and(eq(payments.status, 'started'), which));

/** Returns the payment that a gateway names by our id or its own, open or not; undefined if there is none. */
export async function findPayment(
  database: Database,
  provider: string,
  { paymentId, providerRef }: { paymentId: string | null; providerRef: string | null },
): Promise<CheckedPayment | undefined> {
  const isNamed = sql`${payments.id} = ${paymentId}::uuid`;
  const [payment] = await checkedPayments(database)
    .where(and(eq(payments.provider, provider), or(isNamed, sql`${payments.providerRef} = ${providerRef}`)))
    .orderBy(sql`(${isNamed}) desc nulls last`)
    .limit(1);
  return payment;
}

/** Records where the gateway knows a payment. */
export async function noteReference(database: Database, paymentId: string, providerRef: string): Promise<void> {
  await database
    .update(payments)
    .set({ providerRef })
    .where(and(eq(payments.id, paymentId), isNull(payments.providerRef)));
}

/** Records that an attempt of the sponsor is known at the bank. */
export async function noteAtBank(database: Database, paymentId: string): Promise<void> {
  await database
    .update(payments)
    .set({ isAtBank: true })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'started'), eq(payments.isAtBank, false)));
}

/** Records why an attempt of the sponsor failed. The payment stays open: the next attempt may succeed. */
export async function noteFailure(database: Database, paymentId: string, reason: string): Promise<void> {
  await database
    .update(payments)
    .set({ failureReason: reason.slice(0, 300), isAtBank: false })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'started')));
}
