import 'server-only';
import type { Sql } from 'postgres';
import { isEndedHold, isLiveHold } from '@/db/holds';
import { stateList, statesThat } from '@/db/schema/billing-states';
import { writeCoursesText } from '@/lib/catalogue/statements';
import { HOLD_SECONDS, HOLD_WAIT, REPEAT_HOURS } from '@/lib/core/limits';
import type { Locale } from '@/lib/i18n/locale';
import type { SponsorScope } from '@/lib/identity/session';
import {
  checkCode,
  codeParameters,
  RECORD_VERDICT,
  type CodeVerdict,
  type SubmittedSubject,
} from '@/lib/otp/statements';
import { PERSON } from './access';
import { ADOPTED_STATES, requireTransition, RETENTION_DAYS } from './rules';

/*
 * Each operation is one atomic SQL statement: it applies in full or not at all, even if the connection is lost. The
 * statements rely on READ COMMITTED: a row lock returns the newest version of the row, whatever the snapshot of the
 * statement contains.
 * `no key update` locks do not conflict with foreign key checks, so inserting drafts for a busy course does not wait
 * for its buyers.
 * All statements lock in the same order to prevent deadlocks: codes, billings by id, courses by id, `unpaid_seats` by
 * key, then the address in `rate_limits`. Triggers on `billings` update `unpaid_seats` at the end of a statement
 * (migration 0006).
 * Courses are written with writeCoursesText; see its comment for the reason. These statements do not change `updated_at` of
 * a course: it is the time of the last edit by an administrator and serves as the version for optimistic locking
 * (lib/admin/courses/mutations.ts).
 */

/**
 * Maximum age in days at which a draft is reused. Below RETENTION_DAYS, so that its new code expires before the draft
 * is purged.
 */
const REUSE_DAYS = RETENTION_DAYS - 1;

const PLEDGE = requireTransition('draft', 'verified', 'adopt');
const HOLD = requireTransition('draft', 'phone_verified', 'hold');
const EXPIRE = requireTransition('held', 'hold_ended', 'release');
const REPLACE_DRAFT = requireTransition('draft', 'replaced', 'none');
const REPLACE_HOLD = requireTransition('held', 'replaced', 'release');

const PAID = statesThat(({ isPaid }) => isPaid);
/** How a hold ends without money. */
const UNPAID_ENDS = statesThat(
  ({ verified, seats, isPaid, verify }) => verified !== 'no' && seats === 'none' && !isPaid && verify === null,
);

/** CTEs that release the held seats of the billings in `freed`. */
const RELEASE_SEATS = `
     back    as (select i.course_id, sum(i.seats)::int as seats from billing_items i join freed f on f.id = i.billing_id
                  group by i.course_id),
     fuller  as (select c.*, b.seats
                   from courses c join back b on b.course_id = c.id order by c.id for no key update of c),
     given   as (${writeCoursesText('fuller l', { held_seats: 'l.held_seats - l.seats' })})`;

/** Returns SQL for the lines of a billing as a jsonb object: seats by course id. */
const selectionOf = (billing: string) =>
  `(select jsonb_object_agg(course_id, seats) from billing_items where billing_id = ${billing})`;

/**
 * Returns SQL that finds an unsettled payment of the sponsor for the same selection, excluding those of `billing`.
 * @param selection seats by course id, as jsonb
 * @param since timestamp; payments captured at or after it also match, so that an older draft is not paid a second time
 */
const openPaymentOf = (user: string, billing: string, selection: string, since: string) => `
  select from payments p join billings o on o.id = p.billing_id
   where p.user_id = ${user} and o.id is distinct from ${billing}
     and (p.status = 'started' or (p.status = 'captured' and p.settled_at >= ${since}))
     and ${selectionOf('o.id')} = ${selection}`;

/**
 * Returns SQL for the end of the wait (HOLD_WAIT) after unpaid dashboard holds since the last payment; no row if no
 * wait applies. A hold with an open payment does not count as unpaid.
 * @param more number of additional unpaid holds to count
 * @param from earliest start of the wait
 */
const unpaidHolds = (user: string, more = '0', from = `'-infinity'::timestamptz`) => `
  select greatest(max(u.hold_expires_at), ${from}) + least(${HOLD_WAIT.maxSeconds}, ${HOLD_WAIT.seconds} * power(2, least(count(*) + ${more} - ${HOLD_WAIT.free}, 20)))
                                  * interval '1 second' as until
    from billings u
   where u.user_id = ${user} and u.channel = 'dashboard' and u.hold_expires_at is not null
     and u.verified_at > now() - interval '${HOLD_WAIT.days} days'
     and (u.state in (${stateList(UNPAID_ENDS)}) or ${isEndedHold('u')})
     and not exists (select from payments p where p.billing_id = u.id and p.status = 'started')
     and u.verified_at > coalesce((select max(d.verified_at) from billings d
                                    where d.user_id = ${user} and d.state in (${stateList(PAID)})), '-infinity')
  having count(*) + ${more} >= ${HOLD_WAIT.free}`;

/**
 * Checks, before a code is sent, whether the sponsor may hold a selection. $1 account, $2 course ids, $3 seats, $4
 * person. A live hold counts as one more unpaid hold, unless it has the same selection and is therefore continued.
 */
const HOLD_OBSTACLE = `
with asked   as (select jsonb_object_agg(course_id, seats) as selection from unnest($2::uuid[], $3::int[]) as a(course_id, seats)),
     running as (select b.id, b.hold_expires_at as until, ${selectionOf('b.id')} = a.selection as same
                   from billings b, asked a where coalesce(b.made_by, b.user_id) = $4::uuid and ${isLiveHold('b')}),
     unpaid  as (${unpaidHolds('$1::uuid', '(select count(*) from running)', '(select max(until) from running)')})
select case when coalesce((select same from running), false) then null
            when exists (${openPaymentOf('$1::uuid', '(select id from running)', '(select selection from asked)', `'infinity'`)}) then 'confirming'
            when (select until from unpaid) > now() then 'waiting' end as verdict,
       ceil(extract(epoch from (select until from unpaid) - now()))::int as retry_after,
       coalesce((select same from running), false) as goes_on,
       coalesce((select sum(i.seats)::int from running r join billing_items i on i.billing_id = r.id), 0) as given_back`;

/**
 * `given_back` is the number of seats of the hold that would end; `goes_on` is true if the live hold has the same
 * selection and continues.
 */
export type HoldObstacle = {
  verdict: 'confirming' | 'waiting' | null;
  retry_after: number | null;
  goes_on: boolean;
  given_back: number;
};

export async function runHoldObstacle(
  sql: Sql,
  { accountId, personId }: SponsorScope,
  ids: string[],
  seats: number[],
): Promise<HoldObstacle> {
  const [row] = await sql.unsafe<HoldObstacle[]>(HOLD_OBSTACLE, [accountId, ids, seats, personId], { prepare: true });
  return row!;
}

type DraftParts = {
  channel: 'public' | 'dashboard';
  /** CTEs that end with `owner`, which contains the user id of the owner of the draft. */
  owner: string;
  /**
   * SQL condition for the open billings `b` of the owner in this channel; `d.sponsor` contains the submitted details.
   */
  open: string;
  /** True if a new draft replaces the open ones. False in the public channel, where the requester may be a stranger. */
  replaces: boolean;
  actor: 'guest' | 'sponsor';
  /** CTEs that depend on `ended`. */
  also?: string;
};

/**
 * Returns SQL that reuses the open adoption of the owner if all values match and it is still valid, and otherwise
 * creates a draft, which in the dashboard replaces the previous one. No row means that a concurrent request won. A
 * draft that may be purged soon is not reused.
 *
 * Users and billings are looked up by values, not by joins with the CTEs: the plan is kept for the connection, and one
 * made while the tables were small would read all guests.
 */
const createDraft = ({ channel, owner, open, replaces, actor, also = '' }: DraftParts) => {
  // $7 is the account, $8 the person.
  const madeBy = actor === 'guest' ? 'null::uuid' : 'nullif($8::uuid, $7::uuid)';
  const person = actor === 'guest' ? 'null' : PERSON('$8::uuid');
  return `
with details as (select $1::text::jsonb as sponsor),
     ${owner},
     lines   as (select a.position, a.seats, c.id as course_id, c.price_paise, c.course_type, c.branch, c.city,
                        coalesce(i.name, '') as institute
                   from unnest($2::uuid[], $3::int[]) with ordinality as a(course_id, seats, position)
                   join courses c on c.id = a.course_id and c.is_open left join institutes i on i.id = c.institute_id),
     quote   as (select count(*) = cardinality($2::uuid[]) and coalesce(sum(seats * price_paise), 0) = $4::bigint as holds,
                        sum(seats)::int as seats from lines),
     opened  as (select b.id, b.sponsor, b.state, ${isEndedHold('b')} as over,
                        b.state = '${REPLACE_DRAFT.from}' and b.created_at < now() - interval '${REUSE_DAYS} days' as aged
                   from billings b, details d
                  where b.user_id = any (array(select id from owner)) and b.channel = '${channel}' and ${open}
                  order by b.id for no key update of b),
     same    as (select o.id from opened o, details d where o.sponsor = d.sponsor and not o.over and not o.aged
                    and (select jsonb_object_agg(course_id, array[seats, price_paise]) from lines)
                      = (select jsonb_object_agg(course_id, array[seats, price_paise]) from billing_items where billing_id = o.id)),
     ended   as (select o.id, o.state,
                        case when o.over then '${EXPIRE.event}' else '${REPLACE_DRAFT.event}' end as event,
                        case when o.over then '${EXPIRE.to}'
                             when o.state = '${REPLACE_HOLD.from}' then '${REPLACE_HOLD.to}' else '${REPLACE_DRAFT.to}' end as next
                   from opened o, quote q where q.holds and not exists (select from same) and ${replaces}),
     closed  as (update billings b set state = e.next from ended e where b.id = e.id returning b.id),${also}
     created as (insert into billings (reference, user_id, made_by, channel, state, sponsor, total_paise, locale)
                 select $5, w.id, ${madeBy}, '${channel}', '${REPLACE_DRAFT.from}', d.sponsor, $4::bigint, $6::text from owner w, details d, quote q
                  where q.holds and not exists (select from same)
                    -- Counting the closed drafts runs their update first, so the unique index of open drafts does not conflict.
                    and (select count(*) from closed) >= 0 returning id),
     items   as (insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
                 select n.id, l.course_id, l.position, l.seats, l.price_paise, l.course_type, l.branch, l.institute, l.city
                   from created n, lines l),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor, person)
                 select id, event, state, next, '${actor}', ${person} from ended
                 union all select id, 'created', null, '${REPLACE_DRAFT.from}', '${actor}', ${person} from created)
select q.holds as quote_holds, w.id as user_id, q.seats, coalesce((select id from created), (select min(id::text)::uuid from same)) as billing_id
  from quote q, owner w`;
};

const OPEN_PUBLIC_DRAFT = `b.state = '${REPLACE_DRAFT.from}' and b.sponsor->>'phone' = d.sponsor->>'phone'`;
const OF_PERSON = 'coalesce(b.made_by, b.user_id) = $8::uuid';
/** The lock waits for a deletion of the account (lib/privacy/delete-account.ts), which would not see the new draft. */
const KNOWN_OWNER = `owner   as (select id from users where id = $7::uuid and kind = 'registered' for share)`;

/** Statements that create a draft: for a guest, for a signed-in sponsor on the public pages, and for the dashboard. */
export const CREATE_DRAFT = {
  guest: createDraft({
    channel: 'public',
    owner: `added   as (insert into users (kind, full_name, designation, email, phone_number, company_name, industry)
                 select 'guest', sponsor->>'fullName', sponsor->>'designation', sponsor->>'email', sponsor->>'phone',
                        sponsor->>'company', sponsor->>'industry' from details
                 on conflict (kind, lower(email)) do nothing returning id),
     owner   as (select id from added union all
                 select id from users where kind = 'guest' and lower(email) = lower($1::text::jsonb->>'email'))`,
    open: OPEN_PUBLIC_DRAFT,
    replaces: false,
    actor: 'guest',
  }),
  sponsor: createDraft({
    channel: 'public',
    owner: KNOWN_OWNER,
    open: `${OPEN_PUBLIC_DRAFT} and ${OF_PERSON}`,
    replaces: false,
    actor: 'sponsor',
  }),
  dashboard: createDraft({
    channel: 'dashboard',
    owner: KNOWN_OWNER,
    open: `b.state in ('${REPLACE_DRAFT.from}', '${REPLACE_HOLD.from}') and ${OF_PERSON}`,
    replaces: true,
    actor: 'sponsor',
    also: `
     freed   as (select id from ended where state = '${REPLACE_HOLD.from}'),${RELEASE_SEATS},`,
  }),
};

/**
 * The owner of a draft: a guest, identified by e-mail, or a signed-in sponsor on the public pages or in the dashboard.
 */
export type DraftOwner = { kind: 'guest' } | { kind: 'sponsor' | 'dashboard'; scope: SponsorScope };

/** Values of a draft. `sponsor` is the form as JSON text; `seats` has the same order as `ids`. */
export type DraftValues = {
  sponsor: string;
  ids: string[];
  seats: number[];
  totalPaise: number;
  reference: string;
  /** Language of the messages about the adoption. */
  locale: Locale;
};

/** `billing_id` is null if the quoted total is no longer valid. */
export type DraftRow = { quote_holds: boolean; user_id: string; billing_id: string | null; seats: number };

/** Runs the CREATE_DRAFT statement for an owner. Returns undefined if a concurrent request won. */
export async function runCreateDraft(sql: Sql, owner: DraftOwner, values: DraftValues): Promise<DraftRow | undefined> {
  const { sponsor, ids, seats, totalPaise, reference, locale } = values;
  const parameters = [
    sponsor,
    ids,
    seats,
    totalPaise,
    reference,
    locale,
    ...(owner.kind === 'guest' ? [] : [owner.scope.accountId, owner.scope.personId]),
  ];
  const [row] = await sql.unsafe<DraftRow[]>(CREATE_DRAFT[owner.kind], parameters, { prepare: true });
  return row;
}

/** Values of PLEDGE_SEATS and HOLD_SEATS. */
export type TakeValues = {
  subject: SubmittedSubject;
  code: string;
  limits: TakeLimits;
  /** PLEDGE_SEATS: take the seats even if the same contact adopted the same seats within REPEAT_HOURS. */
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

/**
 * Result of PLEDGE_SEATS and HOLD_SEATS. Those that are no CodeVerdict leave a right code usable, because nothing was
 * changed. `stale`: seats are missing while expired holds still have some. `limited`: a seat limit is exceeded.
 * `waiting`: too many unpaid holds. `confirming`: a payment for the same selection is not settled yet.
 * `adopted_before`: the contact adopted the same seats shortly before, and has not confirmed to adopt them again.
 */
export type Verdict = CodeVerdict | 'stale' | 'limited' | 'waiting' | 'confirming' | 'adopted_before';

/**
 * `state` is the state of the billing after the statement; `verified_ms` is in epoch milliseconds; `seconds_left` (of
 * the hold) and `retry_after` are in seconds.
 */
export type TakeRow = {
  verdict: Verdict;
  billing_id: string | null;
  reference: string | null;
  state: string | null;
  verified_ms: number | null;
  /** The end of the term, in epoch milliseconds; null if it has none. */
  due_ms: number | null;
  /** Whether the adoption belongs to an account. */
  is_registered: boolean;
  seconds_left: number | null;
  shortages: { course_id: string; available: number }[] | null;
  retry_after: number | null;
  /**
   * If the verdict is 'limited': the key of the limit (null for the limit per address), the unpaid seats that it would
   * have, and its number of seats.
   */
  limit_key: string | null;
  limit_used: number | null;
  limit_seats: number | null;
  /** Seats of the draft, and the limit closest to being full with its seats. */
  seats: number | null;
  fullest: { key: string; seats: number; most: number } | null;
  /** The key of the network, and the unpaid seats of its other contacts; null if there are none. */
  neighbours: { key: string; seats: number } | null;
  /** If the verdict is 'adopted_before': the earlier adoption, with its time in epoch milliseconds. */
  earlier: { reference: string; verified_ms: number } | null;
};

type TakeParts = {
  step: typeof PLEDGE;
  /** States of a billing for which a code is still accepted, as a SQL list. */
  draftStates: string;
  /** The course column that the seats are added to. */
  counter: 'adopted_seats' | 'held_seats';
  /** Further assignments of the billing update. */
  fields: string;
  /** SQL for the actor of the event; `t` is the row of `taken`. */
  actor: string;
  /** CTEs that depend on `taken`. */
  also?: string;
  /** CTEs that end with `billing`, the locked row of the draft of a right or used code. */
  billing: string;
  /** The CTE `blocked`: at most one row with the verdict that blocks taking the seats, and the end of the block. */
  blocked: string;
  /** SQL for `earlier`; `blocked` may have the columns it needs. */
  earlier?: string;
};

/**
 * CTEs that end with `billing`: the one of `found`, unless the colleague who made it was removed or may not adopt any more.
 * The lock waits for the owner who decides that at the same time.
 */
const OF_COLLEAGUES = `
     maker   as (select m.id from users m where m.id = any (array(select made_by from found)) and m.member_role in ('adopt', 'pay') for share),
     billing as (select * from found where made_by is null or made_by in (select id from maker))`;

/** The statement parameter that contains TakeLimits and `repeats` as JSON. */
const LIMITS = '$9::text::jsonb';

/** SQL for the key of a company: its name without case, spaces, signs and the legal form. */
const companyKey = (billing: string) => `
  'company:' || regexp_replace(regexp_replace(lower(${billing}.sponsor->>'company'), '[[:punct:][:space:]]', '', 'g'),
                               '((private|pvt)?(limited|ltd)|llp|inc)$', '')`;

/**
 * CTEs that check the seat limits. An upsert that changes nothing locks the rows of the keys: it reads the newest
 * version regardless of the snapshot, so concurrent verifications are counted one after the other. The trigger on
 * `billings` adds the seats at the end of the statement. The counter of the address is increased here, once all other
 * checks pass. An override for the sponsor's contact or domain also raises the limits of what others share: company,
 * network and address.
 */
const WITHIN_LIMITS = `
     limited as (select l.key, l.seats, l.key like 'network:%' as is_shared
                   from jsonb_to_recordset(${LIMITS}->'unpaid') as l(key text, seats int)
                 union all
                 select ${companyKey('b')}, (${LIMITS}->>'company')::int, true from billing b
                  where ${LIMITS}->>'company' is not null),
     counted as (insert into unpaid_seats as u (key)
                 select l.key from limited l, fits f
                  where f.ok and not exists (select from blocked) order by l.key collate "C"
                     on conflict (key) do update set seats = u.seats returning u.key, u.seats, u.max_seats),
     usage   as (select c.key, c.seats + f.seats as seats, c.max_seats as raised,
                        coalesce(c.max_seats, case when l.is_shared then greatest(l.seats, (select max(max_seats) from counted)) else l.seats end) as most
                   from counted c join limited l on l.key = c.key, fits f),
     exceeded as (select key, seats, most from usage where seats > most order by key like 'network:%', key desc limit 1),
     address_limit as (select ${LIMITS}->>'address' as key,
                        greatest((${LIMITS}->>'addressSeats')::int, (select max(raised) from usage)) as most),
     address_count as (insert into rate_limits as r (key, points, expire)
                 select d.key, f.seats, now() + interval '1 day' from address_limit d, fits f
                  where d.key is not null and f.ok and f.seats <= d.most
                    and not exists (select from blocked) and not exists (select from exceeded)
                     on conflict (key) do update
                    set points = case when r.expire > now() then r.points else 0 end + excluded.points,
                        expire = case when r.expire > now() then r.expire else excluded.expire end
                  where case when r.expire > now() then r.points else 0 end + excluded.points <= (select most from address_limit)
                 returning r.key),
     limit_check as (select not exists (select from exceeded)
                        and (exists (select from address_count) or (select key from address_limit) is null) as ok)`;

/**
 * Returns SQL that checks a code and, if it is correct, takes the seats of its draft: all lines or none. After the codes
 * it locks the billing and the courses in order of their ids, to prevent deadlocks.
 * A code that found too few seats is used up; entered again, it takes nothing and reports the shortages again.
 */
const takeSeats = ({
  step,
  draftStates,
  counter,
  fields,
  actor,
  also = '',
  billing,
  blocked,
  earlier = 'null::json',
}: TakeParts) => `
with ${checkCode({ draftStates })},${billing},
     wanted  as (select i.course_id, i.seats, i.position from billing_items i join billing b on b.id = i.billing_id
                  where b.state = '${step.from}'),
     locked  as (select c.*, w.seats, w.position,
                        case when c.is_open then c.total_seats - c.adopted_seats - c.held_seats else 0 end as available
                   from courses c join wanted w on w.course_id = c.id order by c.id for no key update of c),
     fits    as (select count(*) > 0 and count(*) = (select count(*) from wanted) and bool_and(available >= seats)
                          and (select verdict from code_check) = 'right' as ok,
                        sum(seats)::int as seats from locked),
     ${blocked},${WITHIN_LIMITS},
     checked as (select f.ok and l.ok and not exists (select from blocked) as ok from fits f, limit_check l),
     result  as (select k.id, k.retry_at,
                        case when k.verdict <> 'right' then k.verdict
                             when exists (select from wanted) and exists (select from blocked) then (select verdict from blocked)
                             when (select f.ok and not l.ok from fits f, limit_check l) then 'limited'
                             when exists (select from locked l join billing_items i on i.course_id = l.id
                                            join billings h on h.id = i.billing_id
                                           where l.available < l.seats and ${isEndedHold('h')})
                             then 'stale' else k.verdict end as verdict
                   from code_check k),${RECORD_VERDICT},
     taken_seats as (${writeCoursesText('locked l, checked k where k.ok', { [counter]: `l.${counter} + l.seats` })}),
     taken   as (update billings set state = '${step.to}', verified_at = now(),
                        verified_channel = (select c.delivered_to from otp_challenges c join code_check k on c.id = k.id)${fields},
                        limit_keys = array(select key from usage), limit_seats = (select seats from fits)
                  where id in (select id from billing) and (select ok from checked) returning *),${also}
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor, person)
                 select t.id, '${step.event}', '${step.from}', '${step.to}', ${actor}, ${PERSON('coalesce(t.made_by, t.user_id)')} from taken t)
select r.verdict, b.id as billing_id, b.reference, coalesce(t.state, b.state) as state,
       floor(extract(epoch from coalesce(t.verified_at, b.verified_at)) * 1000)::float8 as verified_ms,
       floor(extract(epoch from coalesce(t.due_at, b.due_at)) * 1000)::float8 as due_ms,
       exists (select from users u where u.id = b.user_id and u.kind = 'registered') as is_registered,
       ceil(extract(epoch from coalesce(t.hold_expires_at, b.hold_expires_at) - now()))::int as seconds_left,
       (select json_agg(json_build_object('course_id', id, 'available', available) order by position)
               filter (where available < seats) from locked) as shortages,
       ceil(extract(epoch from case r.verdict when 'waiting' then (select until from blocked)
                                              when 'limited' then coalesce((select expire from rate_limits join address_limit using (key)),
                                                                           now() + interval '1 day')
                                              else r.retry_at end - now()))::int as retry_after,
       (select key from exceeded) as limit_key,
       (select seats from exceeded) as limit_used,
       coalesce((select most from exceeded), (select most from address_limit)) as limit_seats,
       (select seats from fits) as seats,
       (select json_build_object('key', key, 'seats', seats, 'most', most) from usage where most > 0 order by seats::float8 / most desc limit 1)
         as fullest,
       (select json_build_object('key', n.key, 'seats', n.seats - o.seats) from usage n, usage o
         where n.key like 'network:%' and (o.key like 'email:%' or o.key like 'phone:%') and n.seats > o.seats) as neighbours,
       ${earlier} as earlier
  from result r left join billing b on true left join taken t on true`;

/**
 * Verifies the contact of a public adoption: its seats become adopted, and the row of a guest is updated with the
 * verified details. If the contact adopted the same seats within REPEAT_HOURS, the verdict is 'adopted_before' unless
 * `repeats` is set. Every other draft that could be verified now has a code of the last hour: these billings are locked
 * as well, so that of two concurrent verifications the second one finds the adoption of the first. The adoptions of the
 * contact are materialized: otherwise Postgres, which overestimates how many there are, looks for adopted ones in
 * `billings_state` as well, and so reads every pledged adoption there is (7 ms for 80,000).
 */
export const PLEDGE_SEATS = takeSeats({
  step: PLEDGE,
  billing: `
     recent  as (select b.* from billings b
                  where b.id in (select c.billing_id from recipient_codes c, code_check k
                                  where k.verdict in ('right', 'used') and c.purpose = $5)
                  order by b.id for no key update of b),
     found   as (select b.* from recent b join code_check k on k.billing_id = b.id),${OF_COLLEAGUES}`,
  blocked: `
     adopted as materialized (select * from recent
                 union all
                 select * from billings where channel = 'public' and lower(sponsor->>'email') = $2
                    and verified_at > now() - interval '${REPEAT_HOURS} hours'),
     blocked as (select 'adopted_before' as verdict, null::timestamptz as until, a.reference, a.verified_at
                   from adopted a join billing b on a.id <> b.id
                  where (${LIMITS}->>'repeats')::boolean is not true and a.state in (${stateList(ADOPTED_STATES)})
                    and a.verified_at > now() - interval '${REPEAT_HOURS} hours' and a.verified_channel = $4
                    and lower(a.sponsor->>'email') = $2 and ($4 = 'email' or a.sponsor->>'phone' = $3)
                    and ${selectionOf('a.id')} = ${selectionOf('b.id')}
                  order by a.verified_at desc limit 1)`,
  earlier: `(select json_build_object('reference', reference, 'verified_ms', floor(extract(epoch from verified_at) * 1000)::float8)
               from blocked where r.verdict = 'adopted_before')`,
  draftStates: `'${PLEDGE.from}'`,
  counter: 'adopted_seats',
  fields: `, due_at = now() + ((select value->>'pledgeDays' from settings where "group" = 'terms')::int * interval '1 day')`,
  actor: `(select case u.kind when 'guest' then 'guest' else 'sponsor' end from users u where u.id = t.user_id)`,
  also: `
     updated_guest as (update users u set full_name = t.sponsor->>'fullName', designation = t.sponsor->>'designation',
                        phone_number = t.sponsor->>'phone', company_name = t.sponsor->>'company',
                        industry = t.sponsor->>'industry', updated_at = now()
                   from taken t where u.id = t.user_id and u.kind = 'guest'),
     queued  as (insert into outbound_messages (billing_id, kind) select id, 'adopted' from taken),`,
});

/** Verifies the phone of a dashboard adoption: its seats are held while the sponsor pays. */
export const HOLD_SEATS = takeSeats({
  step: HOLD,
  draftStates: `'${HOLD.from}', '${HOLD.to}'`,
  counter: 'held_seats',
  fields: `, hold_expires_at = now() + interval '${HOLD_SECONDS} seconds'`,
  actor: `'sponsor'`,
  billing: `
     found   as (select b.* from billings b join code_check k on k.billing_id = b.id
                  where k.verdict in ('right', 'used') for no key update of b),${OF_COLLEAGUES}`,
  blocked: `
     unpaid  as (${unpaidHolds('(select user_id from billing)')}),
     blocked as (select 'confirming' as verdict, null::timestamptz as until from billing b
                  where exists (${openPaymentOf('b.user_id', 'b.id', selectionOf('b.id'), 'b.created_at')})
                 union all select 'waiting', until from unpaid where until > now() limit 1)`,
});

/** Returns the parameters of PLEDGE_SEATS and HOLD_SEATS in order. */
export const takeParameters = ({ subject, code, limits, repeats }: TakeValues): string[] => [
  ...codeParameters(subject, code),
  JSON.stringify({ ...limits, repeats }),
];

export async function runTakeSeats(sql: Sql, statement: string, values: TakeValues): Promise<TakeRow> {
  const [row] = await sql.unsafe<TakeRow[]>(statement, takeParameters(values), { prepare: true });
  return row!;
}

/**
 * Ends expired holds, either all or those on the courses $1, and releases their seats. A concurrent run waits and then
 * finds nothing.
 */
export const RELEASE_EXPIRED_HOLDS = `
with freed   as (select b.id from billings b
                  where ${isEndedHold('b')}
                    and ($1::uuid[] is null
                         or exists (select from billing_items i where i.billing_id = b.id and i.course_id = any($1::uuid[])))
                  order by b.id for no key update of b),${RELEASE_SEATS},
     ended   as (update billings b set state = '${EXPIRE.to}' from freed f where b.id = f.id returning b.id),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select id, '${EXPIRE.event}', '${EXPIRE.from}', '${EXPIRE.to}', 'system' from ended)
select count(*)::int as ended from ended`;

/** Runs RELEASE_EXPIRED_HOLDS. Returns the number of holds that ended. */
export async function runReleaseExpiredHolds(sql: Sql, courseIds: string[] | null): Promise<number> {
  const [row] = await sql.unsafe<{ ended: number }[]>(RELEASE_EXPIRED_HOLDS, [courseIds], { prepare: true });
  return row!.ended;
}
