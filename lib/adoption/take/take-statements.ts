import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { compiled, constant, hasState, personOf, type Slots } from '@/db/conditions';
import { isDrawable, isEndedHold, isOverReservation } from '@/db/hold-conditions';
import {
  academicSessions,
  billingEvents,
  billingItems,
  billings,
  consents,
  courses,
  otpChallenges,
  outboundMessages,
  rateLimits,
  reservationItems,
  reservations,
  settings,
  unpaidSeats,
  users,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { insertSelect, setColumns } from '@/db/writes';
import { bookableSeats, freeSeats, isAdopting, offeredIn, writeCourses } from '@/lib/catalogue/statements';
import { REPEAT_HOURS } from '@/lib/platform/limits';
import {
  codeCheck,
  codeValues,
  recordedVerdict,
  type CodeValues,
  type CodeVerdict,
  type SubmittedSubject,
} from '@/lib/accounts/codes/statements';
import { personName } from '@/lib/accounts/ownership';
import type { Locale } from '@/lib/platform/i18n/locale';
import { privacySince, termsSince } from '@/lib/settings/texts-since';
import { requireTransition } from '@/lib/adoption/core/rules';
import { guestColumns } from './draft-statements';
import { HOLD_END, interval, openPaymentOf, selectionOf, unpaidHolds } from './hold-statements';

/*
 * Each operation is one atomic SQL statement: it applies in full or not at all, even if the connection is lost. The
 * statements rely on READ COMMITTED: a row lock returns the newest version of the row, whatever the snapshot of the
 * statement contains.
 * `no key update` locks do not conflict with foreign key checks, so inserting drafts for a busy course does not wait
 * for its buyers.
 * All statements lock in the order of db/transaction.ts. Triggers on `billings` update `unpaid_seats` at the end of a
 * statement (migration 0006).
 * Courses are written with writeCourses; see its comment for the reason. These statements do not change `updated_at` of
 * a course: it is the time of the last edit by an administrator and serves as the version for optimistic locking
 * (lib/admin/courses/mutations.ts).
 */

const PLEDGE = requireTransition('draft', 'verified', 'adopt');
const ENTER = requireTransition('draft', 'entered', 'adopt');
const HOLD = requireTransition('draft', 'phone_verified', 'hold');

const lockedCourses = alias(courses, 'locked_courses');
const lockedSessions = alias(academicSessions, 'locked_sessions');

/** Values of the statements that take seats. */
export type TakeValues = {
  subject: SubmittedSubject;
  code: string;
  limits: TakeLimits;
  /** The limitKeys of the contact that is proven: seats reserved for one of them are drawn first. */
  holder: readonly string[];
  /** Language of the texts that are agreed to; null: that of the draft. */
  locale?: Locale | null;
  /** pledgeStatement: take the seats even if the same contact adopted the same seats within REPEAT_HOURS. */
  repeats?: boolean;
};

/**
 * Maximum unpaid seats by key of `unpaid_seats` (an override in that table takes precedence), and maximum seats per
 * client address and day.
 */
export type TakeLimits = {
  unpaid: { key: string; seats: number }[];
  /** Maximum unpaid seats of the company named in the form; null if the contact tells the company. */
  company: number | null;
  /** Key of the counter in `rate_limits`; null if the client address is unknown. */
  address: string | null;
  addressSeats: number;
};

/** What every statement that takes seats compares; `keys` and `maximums` in the same order. */
type LimitParams = Omit<TakeLimits, 'unpaid'> & {
  keys: string[];
  maximums: number[];
  holder: readonly string[];
  locale: string | null;
};

/** The values of the statements that take seats for a code. */
type TakeParams = CodeValues & LimitParams & { repeats: boolean };

const limitParams = ({
  limits: { unpaid, ...limits },
  holder,
  locale = null,
}: Pick<TakeValues, 'limits' | 'holder' | 'locale'>): LimitParams => ({
  ...limits,
  keys: unpaid.map(({ key }) => key),
  maximums: unpaid.map(({ seats }) => seats),
  holder,
  locale,
});

const paramsOf = ({ subject, code, repeats = false, ...values }: TakeValues): TakeParams => ({
  ...codeValues(subject, code),
  ...limitParams(values),
  repeats,
});

/**
 * Verdict of the statements that take seats. Those that are no CodeVerdict leave a right code usable, because nothing was
 * changed. `stale`: seats are missing while expired holds still have some. `limited`: a seat limit is exceeded.
 * `waiting`: too many unpaid holds. `confirming`: a payment for the same selection is not settled yet.
 * `adopted_before`: the contact adopted the same seats shortly before, and has not confirmed to adopt them again.
 */
type Verdict = CodeVerdict | 'stale' | 'limited' | 'waiting' | 'confirming' | 'adopted_before';

/**
 * Result of the statements that take seats. `state` is the state of the billing after the statement; `secondsLeft` (of
 * the hold) and `retryAfter` are in seconds.
 */
export type TakeRow = {
  verdict: Verdict;
  billingId: string | null;
  reference: string | null;
  state: string | null;
  verifiedAt: Date | null;
  /** The end of the term; null if it has none. */
  dueAt: Date | null;
  /** Whether the adoption belongs to an account. */
  isRegistered: boolean;
  secondsLeft: number | null;
  shortages: { course_id: string; available: number }[] | null;
  /** The session of a line in which no seats can be adopted now; null if there is none. */
  endedSession: string | null;
  retryAfter: number | null;
  /**
   * If the verdict is 'limited': the key of the limit (null for the limit per address), the unpaid seats that it would
   * have, and its number of seats.
   */
  limitKey: string | null;
  limitUsed: number | null;
  limitSeats: number | null;
  /** Seats of the draft, and the limit closest to being full with its seats. */
  seats: number | null;
  fullest: { key: string; seats: number; max: number } | null;
  /** The key of the network, and the unpaid seats of its other contacts; null if there are none. */
  neighbours: { key: string; seats: number } | null;
  /** If the verdict is 'adopted_before': the earlier adoption. */
  earlierReference: string | null;
  earlierAt: Date | null;
};

type TakeParts = {
  step: typeof PLEDGE;
  /** CTEs that end with `code_check` (lib/accounts/codes/statements.ts). */
  check: SQL;
  /** The course column that the seats are added to. */
  counter: 'adoptedSeats' | 'heldSeats';
  /** Further columns of the billing that change. */
  fields: Parameters<typeof setColumns<typeof billings>>[1];
  /** The actor of the event, of the row of `taken`, and what else the event says, as jsonb. */
  actor: SQL | string;
  detail?: SQL;
  /** CTEs that depend on `taken`, each followed by a comma. */
  also?: SQL;
  /** CTEs that end with `found`, the locked row of the draft of a right or used code. */
  found: SQL;
  /**
   * CTEs that end with `blocked`: at most one row with the verdict that blocks taking the seats, the end of the block as
   * `until`, and `reference` and `verified_at` of an earlier adoption.
   */
  blocked: SQL;
};

const foundBilling = alias(billings, 'found');
const billing = alias(billings, 'billing');
const taken = alias(billings, 'taken');
const usage = alias(unpaidSeats, 'usage');
const counted = alias(unpaidSeats, 'counted');
const limited = alias(unpaidSeats, 'limited');

/**
 * CTEs that end with `billing`: the one of `found`, unless the colleague who made it was removed or may not adopt any more.
 * The lock waits for the owner who decides that at the same time.
 */
const billingOfColleague = constant(sql`
    maker as (
      select ${users.id} from ${users}
       where ${users.id} = any (array(select ${foundBilling.madeBy} from found)) and ${users.memberRole} in ('adopt', 'pay')
         for share),
    billing as (
      select * from found where ${foundBilling.madeBy} is null or ${foundBilling.madeBy} in (select id from maker))`);

/** The key of the company of the billing: its name without case, spaces, signs and the legal form. */
const companyNameKey = sql`
  'company:' || regexp_replace(regexp_replace(lower(${billing.sponsor}->>'company'), '[[:punct:][:space:]]', '', 'g'),
                               '((private|pvt)?(limited|ltd)|llp|inc)$', '')`;

/**
 * CTEs that check the seat limits. An upsert that changes nothing locks the rows of the keys: it reads the newest
 * version regardless of the snapshot, so concurrent verifications are counted one after the other. The trigger on
 * `billings` adds the seats at the end of the statement. The counter of the address is increased here, once all other
 * checks pass. An override for the sponsor's contact or domain also raises the limits of what others share: company,
 * network and address. Seats drawn from a reservation do not count, since administrators keep them for the sponsor anyway;
 * only those that somebody waited for do.
 */
function limitCheck({ keys, maximums, company, address, addressSeats }: Slots<LimitParams>): SQL {
  const isCurrent = sql`${rateLimits.expire} > now()`;
  const points = sql`case when ${isCurrent} then ${rateLimits.points} else 0 end + excluded.points`;
  return sql`
    limited as (
      select limits.key, limits.seats, limits.key like 'network:%' as is_shared from unnest(${keys}::text[], ${maximums}::int[]) as limits(key, seats)
       union all
      select ${companyNameKey}, ${company}::int, true from billing where ${company}::int is not null),
    counted as (
      ${insertSelect(unpaidSeats, { key: sql`${limited.key}` })} from limited, fit where fit.is_ok and not exists (select from blocked) order by ${limited.key} collate "C"
      on conflict (key) do update ${setColumns(unpaidSeats, { seats: sql`${unpaidSeats.seats}` })}
      returning ${unpaidSeats.key}, ${unpaidSeats.seats}, ${unpaidSeats.maxSeats}),
    usage as (
      select ${counted.key}, ${counted.seats} + fit.unreserved as seats, ${counted.maxSeats},
             coalesce(${counted.maxSeats},
                      case when limited.is_shared then greatest(${limited.seats}, (select max(${counted.maxSeats}) from counted))
                           else ${limited.seats} end) as max
        from counted join limited on ${limited.key} = ${counted.key}, fit),
    exceeded as (
      select ${usage.key}, ${usage.seats}, usage.max from usage where ${usage.seats} > usage.max
       order by ${usage.key} like 'network:%', ${usage.key} desc limit 1),
    address_limit as (
      select ${address}::text as key, greatest(${addressSeats}::int, (select max(${usage.maxSeats}) from usage)) as max),
    address_count as (
      ${insertSelect(rateLimits, { key: sql`address_limit.key`, points: sql`fit.unreserved`, expire: sql`now() + interval '1 day'` })} from address_limit, fit
             where address_limit.key is not null and fit.is_ok and fit.unreserved <= address_limit.max
               and not exists (select from blocked) and not exists (select from exceeded)
      on conflict (key) do update ${setColumns(rateLimits, {
        points,
        expire: sql`case when ${isCurrent} then ${rateLimits.expire} else excluded.expire end`,
      })}
       where ${points} <= (select address_limit.max from address_limit)
      returning ${rateLimits.key}),
    limit_check as (
      select not exists (select from exceeded)
             and (exists (select from address_count) or (select key from address_limit) is null) as is_ok)`;
}

/** Selects the TakeRow. */
const takenSeats = constant(sql`
    select result.verdict, ${billing.id} as "billingId", ${billing.reference},
           coalesce(${taken.state}, ${billing.state}) as "state",
           coalesce(${taken.verifiedAt}, ${billing.verifiedAt}) as "verifiedAt",
           coalesce(${taken.dueAt}, ${billing.dueAt}) as "dueAt",
           exists (select from ${users} where ${users.id} = ${billing.userId} and ${users.kind} = 'registered') as "isRegistered",
           ceil(extract(epoch from coalesce(${taken.holdExpiresAt}, ${billing.holdExpiresAt}) - now()))::int as "secondsLeft",
           (select json_agg(json_build_object('course_id', id, 'available', available) order by position)
                   filter (where available < seats) from locked_courses) as "shortages",
           (select min(session) from wanted where session not in (select name from adopting_sessions)) as "endedSession",
           ceil(extract(epoch from
             case result.verdict
               when 'waiting' then (select until from blocked)
               when 'limited' then coalesce((select ${rateLimits.expire} from ${rateLimits} join address_limit using (key)),
                                            now() + interval '1 day')
               else result.retry_at end - now()))::int as "retryAfter",
           (select key from exceeded) as "limitKey",
           (select seats from exceeded) as "limitUsed",
           coalesce((select exceeded.max from exceeded), (select address_limit.max from address_limit)) as "limitSeats",
           (select seats from fit) as "seats",
           (select json_build_object('key', ${usage.key}, 'seats', ${usage.seats}, 'max', usage.max) from usage where usage.max > 0
             order by ${usage.seats}::float8 / usage.max desc limit 1) as "fullest",
           (select json_build_object('key', network.key, 'seats', network.seats - contact.seats)
              from usage network, usage contact
             where network.key like 'network:%' and (contact.key like 'email:%' or contact.key like 'phone:%')
               and network.seats > contact.seats) as "neighbours",
           (select reference from blocked where result.verdict = 'adopted_before') as "earlierReference",
           (select verified_at from blocked where result.verdict = 'adopted_before') as "earlierAt"
      from result left join billing on true left join taken on true`);

const DELIVERED_TO = sql`(select ${otpChallenges.deliveredTo} from ${otpChallenges} join code_check on ${otpChallenges.id} = code_check.id)`;

/**
 * Checks a code and, if it is correct, takes the seats of its draft: all lines or none. Returns one TakeRow. A code that found too
 * few seats is used up; entered again, it takes nothing and reports the shortages again.
 *
 * Its parts in order, and what each decides; the locks are taken in this order, to prevent deadlocks:
 * 1. code_check: whether the code is right; locks its row
 * 2. found, billing: the draft of the code, unless who made it may not adopt any more; locks it
 * 3. wanted: the lines whose seats are to be taken; none if the draft was verified before
 * 4. locked_sessions, adopting_sessions: in which sessions seats can be adopted now; closing one waits
 * 5. own_reservations, reserved: the reservation that each line draws on, the one that ends first, or for a promised price the
 *    one that promised it; locks them
 * 6. locked_courses: the seats that are available for each line; locks the courses in order of their ids
 * 7. fit: whether all lines have enough
 * 8. blocked: what else refuses, such as an open payment of the same seats
 * 9. limited to limit_check: whether the seat limits of contact, company, network and address allow it
 * 10. decision: whether the seats are taken
 * 11. result, recorded: the verdict that is answered, and what the code keeps of it
 * 12. taken_seats, drawn_seats, drawn_lines, taken, consent, taken_event: the writes, if decision says so
 */
function takeStatement(
  values: Slots<LimitParams>,
  { step, check, counter, fields, actor, detail, also = sql``, found, blocked }: TakeParts,
): SQL {
  const otherHold = alias(billings, 'other_hold');
  const [seats, none] = [sql`locked_courses.seats`, sql`0`];
  const takes = counter === 'heldSeats' ? { held: seats, adopted: none } : { held: none, adopted: seats };
  return sql`
    with ${check},${found},${billingOfColleague},
    wanted as (
      select ${billingItems.courseId}, ${billingItems.seats}, ${billingItems.position}, ${billingItems.session},
             ${billingItems.pricePaise}, ${billingItems.reservationId}
        from ${billingItems} join billing on ${billing.id} = ${billingItems.billingId}
       where ${billing.state} = ${step.from}),
    locked_sessions as materialized (
      select ${academicSessions}.* from ${academicSessions}
       where ${academicSessions.name} = any (array(select session from wanted)) for share),
    adopting_sessions as (select ${lockedSessions.name} from locked_sessions where ${isAdopting(lockedSessions)}),
    own_reservations as materialized (
      select ${reservationItems}.*, ${reservations.until}, ${reservations.kind}
        from ${reservations} join ${reservationItems} on ${reservationItems.reservationId} = ${reservations.id}
        join wanted on wanted.course_id = ${reservationItems.courseId}
       where ${reservations.holder} = any(${values.holder}::text[]) and ${isDrawable(reservations)}
         and coalesce(wanted.reservation_id = ${reservations.id}, ${reservationItems.pricePaise} >= wanted.price_paise)
       order by ${reservations.id}, ${reservationItems.courseId} for no key update of ${reservations}, ${reservationItems}),
    reserved as (
      select distinct on (course_id) reservation_id, course_id, used_seats, seats - used_seats as unused, kind = 'waiting' as is_limited
        from own_reservations where seats > used_seats order by course_id, until, reservation_id),
    locked_courses as (
      select ${courses}.*, wanted.seats, wanted.position, reserved.reservation_id, reserved.used_seats,
             least(wanted.seats, coalesce(reserved.unused, 0)) as drawn, coalesce(reserved.is_limited, false) as is_limited,
             ${bookableSeats(
               offeredIn(sql`select name from adopting_sessions`),
               sql`case when wanted.reservation_id is null then ${freeSeats} else 0 end + coalesce(reserved.unused, 0)`,
             )} as available
        from ${courses} join wanted on wanted.course_id = ${courses.id}
        left join reserved on reserved.course_id = ${courses.id}
       order by ${courses.id} for no key update of ${courses}),
    fit as (
      select count(*) > 0 and count(*) = (select count(*) from wanted) and bool_and(available >= seats)
             and (select verdict from code_check) = 'right' as is_ok,
             sum(seats)::int as seats,
             sum(seats - case when is_limited then 0 else drawn end)::int as unreserved
        from locked_courses),
    ${blocked},${limitCheck(values)},
    decision as (
      select fit.is_ok and limit_check.is_ok and not exists (select from blocked) as takes from fit, limit_check),
    result as (
      select code_check.id, code_check.retry_at,
             case when code_check.verdict <> 'right' then code_check.verdict
                  when exists (select from wanted) and exists (select from blocked) then (select verdict from blocked)
                  when (select fit.is_ok and not limit_check.is_ok from fit, limit_check) then 'limited'
                  when exists (select from locked_courses
                                 join ${billingItems} on ${billingItems.courseId} = ${lockedCourses.id}
                                 join ${billings} ${otherHold} on ${otherHold.id} = ${billingItems.billingId}
                                where locked_courses.available < locked_courses.seats and ${isEndedHold(otherHold)})
                    or exists (select from locked_courses
                                 join ${reservationItems} on ${reservationItems.courseId} = ${lockedCourses.id}
                                 join ${reservations} on ${reservations.id} = ${reservationItems.reservationId}
                                where locked_courses.available < locked_courses.seats and ${isOverReservation(reservations)})
                  then 'stale' else code_check.verdict end as verdict
        from code_check),${recordedVerdict},
    taken_seats as (${writeCourses(lockedCourses, sql`locked_courses, decision where decision.takes`, {
      heldSeats: sql`${lockedCourses.heldSeats} + ${takes.held} - locked_courses.drawn`,
      adoptedSeats: sql`${lockedCourses.adoptedSeats} + ${takes.adopted}`,
    })}),
    drawn_seats as (
      update ${reservationItems} ${setColumns(reservationItems, {
        usedSeats: sql`locked_courses.used_seats + locked_courses.drawn`,
      })}
        from locked_courses, decision
       where decision.takes and locked_courses.drawn > 0 and ${reservationItems.courseId} = ${lockedCourses.id}
         and ${reservationItems.reservationId} = locked_courses.reservation_id),
    drawn_lines as (
      update ${billingItems} ${setColumns(billingItems, {
        reservationId: sql`locked_courses.reservation_id`,
        reservedSeats: sql`locked_courses.drawn`,
      })}
        from locked_courses, decision, billing
       where decision.takes and locked_courses.drawn > 0 and ${billingItems.courseId} = ${lockedCourses.id}
         and ${billingItems.billingId} = ${billing.id}),
    taken as (
      update ${billings} ${setColumns(billings, {
        state: step.to,
        verifiedAt: sql`now()`,
        verifiedChannel: DELIVERED_TO,
        ...fields,
        limitKeys: sql`array(select ${usage.key} from usage)`,
        limitSeats: sql`(select unreserved from fit)`,
      })}
       where ${billings.id} in (select ${billing.id} from billing) and (select takes from decision) returning *),${also}
    consent as (
      ${insertSelect(consents, {
        billingId: sql`${taken.id}`,
        termsSince,
        privacySince,
        locale: sql`coalesce(${values.locale}::text, ${taken.locale})`,
        channel: taken.verifiedChannel,
        at: taken.verifiedAt,
      })} from taken),
    taken_event as (
      ${insertSelect(billingEvents, {
        billingId: sql`${taken.id}`,
        event: step.event,
        fromState: step.from,
        toState: step.to,
        actor,
        person: personName(personOf(taken)),
        ...(detail && { detail }),
      })} from taken)
    ${takenSeats}`;
}

/** The end of the term of a pledge. */
const endOfTerm = sql`now() + ((select ${settings.value}->>'pledgeDays' from ${settings} where ${settings.group} = 'terms')::int
                               * interval '1 day')`;

/** The CTE that updates the row of a guest with the details of the adoption, followed by a comma. */
const updatedGuest = sql`
    updated_guest as (
      update ${users} ${setColumns(users, {
        ...guestColumns((field) => sql`${taken.sponsor}->>${sql.raw(`'${field}'`)}`),
        updatedAt: sql`now()`,
      })}
        from taken where ${users.id} = ${taken.userId} and ${users.kind} = 'guest'),`;

/**
 * Verifies the contact of a public adoption: its seats become adopted, and the row of a guest is updated with the
 * verified details. If the contact adopted the same seats within REPEAT_HOURS, the verdict is 'adopted_before' unless
 * `repeats` is set. Every other draft that could be verified now has a code of the last hour: these billings are locked
 * as well, so that of two concurrent verifications the second one finds the adoption of the first. The adoptions of the
 * contact are materialized: otherwise Postgres, which overestimates how many there are, looks for adopted ones in
 * `billings_state` as well, and so reads every pledged adoption there is (7 ms for 80,000).
 */
export const pledgeStatement = (values: TakeValues): SQL => pledge(paramsOf(values));

const pledge = compiled<TakeParams>((values) => {
  const { email, phone, otpMethod, purpose, repeats } = values;
  const recentCodes = alias(otpChallenges, 'recipient_codes');
  const adopted = alias(billings, 'adopted');
  const since = sql`now() - ${interval(REPEAT_HOURS, 'hours')}`;
  return takeStatement(values, {
    step: PLEDGE,
    check: codeCheck(values, { draftStates: [PLEDGE.from] }),
    counter: 'adoptedSeats',
    fields: { dueAt: endOfTerm },
    actor: sql`(select case ${users.kind} when 'guest' then 'guest' else 'sponsor' end
                  from ${users} where ${users.id} = ${taken.userId})`,
    found: sql`
    recent as (
      select ${billings}.* from ${billings}
       where ${billings.id} in (select ${recentCodes.billingId} from recipient_codes, code_check
                                 where code_check.verdict in ('right', 'used') and ${recentCodes.purpose} = ${purpose})
       order by ${billings.id} for no key update of ${billings}),
    found as (select recent.* from recent join code_check on code_check.billing_id = recent.id)`,
    blocked: sql`
    adopted as materialized (
      select * from recent
       union all
      select ${billings}.* from ${billings}
       where ${billings.channel} = 'public' and lower(${billings.sponsor}->>'email') = ${email}
         and ${billings.verifiedAt} > ${since}),
    blocked as (
      select 'adopted_before' as verdict, null::timestamptz as until, ${adopted.reference}, ${adopted.verifiedAt}
        from adopted join billing on ${adopted.id} <> ${billing.id}
       where not ${repeats}::boolean and ${hasState(adopted, ADOPTED_STATES)}
         and ${adopted.verifiedAt} > ${since} and ${adopted.verifiedChannel} = ${otpMethod}
         and lower(${adopted.sponsor}->>'email') = ${email}
         and (${otpMethod} = 'email' or ${adopted.sponsor}->>'phone' = ${phone})
         and ${selectionOf(sql`${adopted.id}`)} = ${selectionOf(sql`${billing.id}`)}
       order by ${adopted.verifiedAt} desc limit 1)`,
    also: sql`${updatedGuest}
    message as (${insertSelect(outboundMessages, { billingId: sql`id`, kind: 'adopted' })} from taken),`,
  });
});

/**
 * Takes the seats of a draft that one administrator entered and a second one confirms, as pledgeStatement does, without a
 * code.
 * @param values.by the second administrator, for the history @param values.paperReference as the entry has it
 */
export const entryStatement = (
  values: Pick<TakeValues, 'limits' | 'holder'> & { draftId: string; by: string; paperReference: string },
): SQL => {
  const { draftId, by, paperReference } = values;
  return enter({ ...limitParams(values), draftId, by, paperReference });
};

const enter = compiled<LimitParams & { draftId: string; by: string; paperReference: string }>((values) => {
  const { draftId, by, paperReference } = values;
  const paper = sql`jsonb_build_object('paper_reference', ${paperReference}::text)`;
  return takeStatement(values, {
    step: ENTER,
    check: sql`
    code_check as (
      select null::bigint as id, ${draftId}::uuid as billing_id, 'right' as verdict, null::timestamptz as retry_at)`,
    counter: 'adoptedSeats',
    fields: { verifiedChannel: 'paper', dueAt: endOfTerm },
    actor: 'admin',
    detail: sql`${paper} || jsonb_build_object('by', ${by}::text)`,
    found: sql`
    found as (select ${billings}.* from ${billings} where ${billings.id} = ${draftId}::uuid for no key update of ${billings})`,
    blocked: sql`
    blocked as (
      select null as verdict, null::timestamptz as until, null as reference, null::timestamptz as verified_at where false)`,
    also: sql`${updatedGuest}
    message as (${insertSelect(outboundMessages, { billingId: sql`id`, kind: 'adopted', detail: paper })} from taken),`,
  });
});

/** Verifies the phone of a dashboard adoption: its seats are held while the sponsor pays. */
export const holdStatement = (values: TakeValues): SQL => hold(paramsOf(values));

const hold = compiled<TakeParams>((values) => {
  const userId = sql`${billing.userId}`;
  const paymentOfSame = openPaymentOf(
    userId,
    sql`${billing.id}`,
    selectionOf(sql`${billing.id}`),
    sql`${billing.createdAt}`,
  );
  return takeStatement(values, {
    step: HOLD,
    check: codeCheck(values, { draftStates: [HOLD.from, HOLD.to] }),
    counter: 'heldSeats',
    fields: { holdExpiresAt: HOLD_END },
    actor: 'sponsor',
    found: sql`
    found as (
      select ${billings}.* from ${billings} join code_check on code_check.billing_id = ${billings.id}
       where code_check.verdict in ('right', 'used') for no key update of ${billings})`,
    blocked: sql`
    wait as (${unpaidHolds(sql`(select ${userId} from billing)`)}),
    blocked as (
      select 'confirming' as verdict, null::timestamptz as until, null as reference, null::timestamptz as verified_at
        from billing where exists (${paymentOfSame})
       union all
      select 'waiting', until, null, null from wait where until > now() limit 1)`,
  });
});
