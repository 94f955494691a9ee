import 'server-only';
import type { Sql } from 'postgres';
import { isEndedHold, isLiveHold } from '@/db/holds';
import { writeCourses } from '@/lib/catalogue/statements';
import { HOLD_SECONDS, HOLD_WAIT, MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR } from '@/lib/core/limits';
import { requireTransition, RETENTION_DAYS } from './rules';

/*
 * Every statement is whole by itself: no half-way state exists, and a connection that dies leaves all or nothing. They
 * count on READ COMMITTED: a row lock taken here shows the newest version of the row, whatever the statement's snapshot says.
 * `no key update` locks do not stand in the way of foreign key checks, so drafts of a busy course do not queue behind its buyers.
 * All lock in one order, so that none waits for another in a circle: codes, then billings by id, then courses by id, then
 * `unpaid_seats` by key, then the address of `rate_limits`. Triggers of `billings` write `unpaid_seats` when a statement ends (migration 0005).
 * Courses are written by writeCourses, which says why. `updated_at` of a course is left alone: it tells when an administrator
 * last changed it, and names the version that an edit is made of (lib/admin/courses/statements.ts), which a buyer must not spoil.
 */

/** How old a draft may be to be used again, in days: a code that is sent for it then outlives no purge (security 57). */
const REUSE_DAYS = RETENTION_DAYS - 1;

const PLEDGE = requireTransition('draft', 'verified', 'adopt');
const HOLD = requireTransition('draft', 'phone_verified', 'hold');
const EXPIRE = requireTransition('held', 'hold_ended', 'release');
const CANCEL = requireTransition('pledged', 'cancelled', 'return');
const REPLACE_DRAFT = requireTransition('draft', 'replaced', 'none');
const REPLACE_HOLD = requireTransition('held', 'replaced', 'release');

/** CTEs that give back the seats of the holds whose ids are in `freed`. */
const GIVE_BACK = `
     back    as (select i.course_id, sum(i.seats)::int as seats from billing_items i join freed f on f.id = i.billing_id
                  group by i.course_id),
     fuller  as (select c.*, b.seats
                   from courses c join back b on b.course_id = c.id order by c.id for no key update of c),
     given   as (${writeCourses('fuller l', { held_seats: 'l.held_seats - l.seats' })})`;

/** The lines of a billing as an object: seats by course. */
const selectionOf = (billing: string) =>
  `(select jsonb_object_agg(course_id, seats) from billing_items where billing_id = ${billing})`;

/**
 * Finds a payment of the same selection of a sponsor whose end nobody knows yet (security 60); `billing` is left out.
 * @param selection seats by course, as jsonb
 * @param since a moment: a payment that was confirmed after it counts as well, for a draft that is older than that
 */
const openPaymentOf = (user: string, billing: string, selection: string, since: string) => `
  select from payments p join billings o on o.id = p.billing_id
   where p.user_id = ${user} and o.id is distinct from ${billing}
     and (p.status = 'started' or (p.status = 'captured' and p.settled_at >= ${since}))
     and ${selectionOf('o.id')} = ${selection}`;

/**
 * How many holds of the dashboard a sponsor has let go one after the other since the last payment, and until when the next has
 * to wait (HOLD_WAIT). One whose payment is open may still be paid.
 * @param more how many more count, and `from` the moment from which the wait counts at the earliest
 */
const unpaidHolds = (user: string, more = '0', from = `'-infinity'::timestamptz`) => `
  select greatest(max(u.hold_expires_at), ${from}) + least(${HOLD_WAIT.maxSeconds}, ${HOLD_WAIT.seconds} * power(2, least(count(*) + ${more} - ${HOLD_WAIT.free}, 20)))
                                  * interval '1 second' as until
    from billings u
   where u.user_id = ${user} and u.channel = 'dashboard' and u.hold_expires_at is not null
     and u.verified_at > now() - interval '${HOLD_WAIT.days} days'
     and (u.state in ('expired', 'replaced') or ${isEndedHold('u')})
     and not exists (select from payments p where p.billing_id = u.id and p.status = 'started')
     and u.verified_at > coalesce((select max(d.verified_at) from billings d
                                    where d.user_id = ${user} and d.state in ('completed', 'refund_due')), '-infinity')
  having count(*) + ${more} >= ${HOLD_WAIT.free}`;

/**
 * What keeps a sponsor from holding a selection, before a code is sent for it: $1 the user, $2 course ids, $3 seats. The hold
 * that runs is one more that was not paid, unless it is for the same and so goes on.
 */
const HOLD_OBSTACLE = `
with asked   as (select jsonb_object_agg(course_id, seats) as selection from unnest($2::uuid[], $3::int[]) as a(course_id, seats)),
     running as (select b.id, b.hold_expires_at as until, ${selectionOf('b.id')} = a.selection as same
                   from billings b, asked a where b.user_id = $1::uuid and ${isLiveHold('b')}),
     unpaid  as (${unpaidHolds('$1::uuid', '(select count(*) from running)', '(select max(until) from running)')})
select case when coalesce((select same from running), false) then null
            when exists (${openPaymentOf('$1::uuid', '(select id from running)', '(select selection from asked)', `'infinity'`)}) then 'confirming'
            when (select until from unpaid) > now() then 'waiting' end as verdict,
       ceil(extract(epoch from (select until from unpaid) - now()))::int as retry_after,
       coalesce((select same from running), false) as goes_on,
       coalesce((select sum(i.seats)::int from running r join billing_items i on i.billing_id = r.id), 0) as given_back`;

/** `given_back` are the seats of the hold that would end; `goes_on`: it is for the same selection and stays. */
export type HoldObstacle = {
  verdict: 'confirming' | 'waiting' | null;
  retry_after: number | null;
  goes_on: boolean;
  given_back: number;
};

/** Runs HOLD_OBSTACLE. */
export async function runHoldObstacle(sql: Sql, userId: string, ids: string[], seats: number[]): Promise<HoldObstacle> {
  const [row] = await sql.unsafe<HoldObstacle[]>(HOLD_OBSTACLE, [userId, ids, seats], { prepare: true });
  return row!;
}

type DraftParts = {
  channel: 'public' | 'dashboard';
  /** CTEs up to `owner`, which has the id of the draft's owner. */
  owner: string;
  /** Which of the owner's billings `b` of this channel are open; `d.sponsor` are the details. */
  open: string;
  /** Whether a new draft ends the open ones. Not in the public channel, where whoever asks may be a stranger (security 61). */
  replaces: boolean;
  actor: 'guest' | 'sponsor';
  /** CTEs that follow from `ended`. */
  also?: string;
};

/**
 * Reuses the owner's open adoption if it is the same in everything and still runs, else opens a draft, which in the dashboard
 * ends the one before. No row: a race was lost. One that is about to be purged is not reused: the purge may look at any moment.
 */
const createDraft = ({ channel, owner, open, replaces, actor, also = '' }: DraftParts) => `
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
                   from billings b join owner w on b.user_id = w.id, details d
                  where b.channel = '${channel}' and ${open} order by b.id for no key update of b),
     same    as (select o.id from opened o, details d where o.sponsor = d.sponsor and not o.over and not o.aged
                    and (select jsonb_object_agg(course_id, array[seats, price_paise]) from lines)
                      = (select jsonb_object_agg(course_id, array[seats, price_paise]) from billing_items where billing_id = o.id)),
     ended   as (select o.id, o.state,
                        case when o.over then '${EXPIRE.event}' else '${REPLACE_DRAFT.event}' end as event,
                        case when o.over then '${EXPIRE.to}'
                             when o.state = '${REPLACE_HOLD.from}' then '${REPLACE_HOLD.to}' else '${REPLACE_DRAFT.to}' end as next
                   from opened o, quote q where q.holds and not exists (select from same) and ${replaces}),
     closed  as (update billings b set state = e.next from ended e where b.id = e.id returning b.id),${also}
     created as (insert into billings (reference, user_id, channel, state, sponsor, total_paise)
                 select $5, w.id, '${channel}', '${REPLACE_DRAFT.from}', d.sponsor, $4::bigint from owner w, details d, quote q
                  where q.holds and not exists (select from same)
                    -- Counted first, so that the old draft has left the index of open drafts before the new one enters it.
                    and (select count(*) from closed) >= 0 returning id),
     items   as (insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
                 select n.id, l.course_id, l.position, l.seats, l.price_paise, l.course_type, l.branch, l.institute, l.city
                   from created n, lines l),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select id, event, state, next, '${actor}' from ended
                 union all select id, 'created', null, '${REPLACE_DRAFT.from}', '${actor}' from created)
select q.holds as quote_holds, w.id as user_id, q.seats, coalesce((select id from created), (select min(id::text)::uuid from same)) as billing_id
  from quote q, owner w`;

const OPEN_PUBLIC_DRAFT = `b.state = '${REPLACE_DRAFT.from}' and b.sponsor->>'phone' = d.sponsor->>'phone'`;
const KNOWN_OWNER = 'owner   as (select $6::uuid as id)';

/** The statements that open a draft: of a visitor, of a sponsor who is signed in on the public pages (A-16), of the dashboard. */
export const CREATE_DRAFT = {
  guest: createDraft({
    channel: 'public',
    owner: `added   as (insert into users (kind, full_name, designation, email, phone_number, company_name, industry)
                 select 'guest', sponsor->>'fullName', sponsor->>'designation', sponsor->>'email', sponsor->>'phone',
                        sponsor->>'company', sponsor->>'industry' from details
                 on conflict (kind, lower(email)) do nothing returning id),
     owner   as (select id from added union all
                 select u.id from users u, details d where u.kind = 'guest' and lower(u.email) = lower(d.sponsor->>'email'))`,
    open: OPEN_PUBLIC_DRAFT,
    replaces: false,
    actor: 'guest',
  }),
  sponsor: createDraft({
    channel: 'public',
    owner: KNOWN_OWNER,
    open: OPEN_PUBLIC_DRAFT,
    replaces: false,
    actor: 'sponsor',
  }),
  dashboard: createDraft({
    channel: 'dashboard',
    owner: KNOWN_OWNER,
    open: `b.state in ('${REPLACE_DRAFT.from}', '${REPLACE_HOLD.from}')`,
    replaces: true,
    actor: 'sponsor',
    also: `
     freed   as (select id from ended where state = '${REPLACE_HOLD.from}'),${GIVE_BACK},`,
  }),
};

/** Whose draft it is: a guest's, found by e-mail, or a signed-in sponsor's, of the public pages or of the dashboard. */
export type DraftOwner = { kind: 'guest' } | { kind: 'sponsor' | 'dashboard'; userId: string };

/** Values of a draft; `sponsor` is the form as JSON text, seats stand at the places of their course ids. */
export type DraftValues = { sponsor: string; ids: string[]; seats: number[]; totalPaise: number; reference: string };

/** `billing_id` is null when the quote does not hold. */
export type DraftRow = { quote_holds: boolean; user_id: string; billing_id: string | null; seats: number };

/** Runs the CREATE_DRAFT of an owner. */
export async function runCreateDraft(sql: Sql, owner: DraftOwner, values: DraftValues): Promise<DraftRow | undefined> {
  const { sponsor, ids, seats, totalPaise, reference } = values;
  const parameters = [sponsor, ids, seats, totalPaise, reference, ...(owner.kind === 'guest' ? [] : [owner.userId])];
  const [row] = await sql.unsafe<DraftRow[]>(CREATE_DRAFT[owner.kind], parameters, { prepare: true });
  return row;
}

/** Values of PLEDGE_SEATS and HOLD_SEATS: the subject and the draft that a code is bound to, who types it, and its keyed hash. */
export type TakeValues = {
  userId: string;
  email: string;
  phone: string;
  otpMethod: string;
  purpose: string;
  codeHash: string;
  draftId?: string;
  asker?: string;
  /** What the seats are limited by; nothing if not given. */
  limits?: TakeLimits;
};

/** The most unpaid seats by key of `unpaid_seats`, where no other number is set there, and the most seats a day from an address. */
export type TakeLimits = {
  unpaid: { key: string; seats: number }[];
  /** Key of the counter in `rate_limits`; null where there is no address. */
  address: string | null;
  addressSeats: number;
};

/**
 * What became of a typed code; `closed` and `spent` mean too many wrong ones, for the asker and for this code; `unclear` that it
 * may be meant for several drafts, or for somebody else's. Of a code that is right and stays as good as before, because nothing
 * was done: `stale`: seats are short while holds that are over still have some; `limited`: more seats than a limit allows;
 * `waiting`: too many holds were not paid; `confirming`: the same selection has a payment that nobody has confirmed yet.
 */
export type Verdict =
  | 'closed'
  | 'unclear'
  | 'spent'
  | 'unknown'
  | 'wrong'
  | 'right'
  | 'repeated'
  | 'stale'
  | 'limited'
  | 'waiting'
  | 'confirming';

/**
 * `state` is the billing's after the statement; `verified_ms` its moment in epoch milliseconds; `seconds_left` of its hold and
 * `retry_after` are seconds.
 */
export type TakeRow = {
  verdict: Verdict;
  billing_id: string | null;
  reference: string | null;
  state: string | null;
  verified_ms: number | null;
  seconds_left: number | null;
  shortages: { course_id: string; available: number }[] | null;
  retry_after: number | null;
  /** Where the verdict is 'limited': the key of the limit, null for that of the address, and its seats. */
  limit_key: string | null;
  limit_seats: number | null;
  /** Seats of the draft, and the limit that they fill most, with its part (0 to 1). */
  seats: number | null;
  fullest: { key: string; part: number } | null;
};

type TakeParts = {
  step: typeof PLEDGE;
  /** The states of a billing that a code can still be meant for, as SQL. */
  awaited: string;
  /** The count that the seats are added to. */
  counter: 'adopted_seats' | 'held_seats';
  /** What the billing gets besides its state. */
  fields: string;
  /** Who acts, of the row `t` of `taken`. */
  actor: string;
  /** CTEs that follow from `taken`. */
  also?: string;
  /** The CTE `barred`: at most one row, with the verdict that keeps the billing's seats from being taken, and until when. */
  barred?: string;
};

/** The parameter with a TakeLimits as JSON. */
const LIMITS = '$9::text::jsonb';

const NOTHING_BARRED = `barred as (select null::text as verdict, null::timestamptz as until where false)`;

/**
 * Whether the seats that fit are within the limits. The rows of the keys are locked by an upsert that changes nothing: it meets
 * the newest version, whatever the snapshot says, so parallel verifications are counted one after the other; the trigger of
 * `billings` adds the seats when the statement ends. The address is counted at once if all the rest allows it. A limit that
 * was raised for the sponsor holds for the address, too.
 */
const WITHIN_LIMITS = `
     counted as (insert into unpaid_seats as u (key)
                 select l.key from jsonb_to_recordset(${LIMITS}->'unpaid') as l(key text, seats int), fits f
                  where f.ok and not exists (select from barred) order by l.key collate "C"
                     on conflict (key) do update set seats = u.seats returning u.key, u.seats, u.max_seats),
     full_of as (select c.key, c.seats + f.seats as seats, coalesce(c.max_seats, l.seats) as most, c.max_seats as raised
                   from counted c join jsonb_to_recordset(${LIMITS}->'unpaid') as l(key text, seats int) on l.key = c.key, fits f),
     over    as (select key, most from full_of where seats > most order by key desc limit 1),
     daily   as (select ${LIMITS}->>'address' as key,
                        greatest((${LIMITS}->>'addressSeats')::int, (select max(raised) from full_of)) as most),
     address as (insert into rate_limits as r (key, points, expire)
                 select d.key, f.seats, now() + interval '1 day' from daily d, fits f
                  where d.key is not null and f.ok and f.seats <= d.most
                    and not exists (select from barred) and not exists (select from over)
                     on conflict (key) do update
                    set points = case when r.expire > now() then r.points else 0 end + excluded.points,
                        expire = case when r.expire > now() then r.expire else excluded.expire end
                  where case when r.expire > now() then r.points else 0 end + excluded.points <= (select most from daily)
                 returning r.key),
     within  as (select not exists (select from over)
                        and (exists (select from address) or (select key from daily) is null) as ok)`;

/**
 * Judges a code and, if it is right, takes the seats of its draft: all lines or none.
 * The recipient's codes of the last hour are locked first, so parallel guesses are judged one after the other and counted
 * exactly. A code is for its draft: of several drafts in one name each has its own, whoever opened them, and wrong ones count for
 * who asked for the code (security 61, 64). Then the billing, then the courses in the order of their ids, so two buyers never wait for each other in a circle.
 * Comparing hashes with '=' tells a listener nothing: they are keyed, so nobody can steer how far two of them agree.
 */
const takeSeats = ({ step, awaited, counter, fields, actor, also = '', barred = NOTHING_BARRED }: TakeParts) => `
with recent  as (select * from otp_challenges
                  where channel = $4 and (($4 = 'email' and email = $2) or ($4 = 'phone' and phone = $3))
                    and created_at > now() - interval '1 hour' order by id for no key update),
     own     as (select * from recent where user_id = $1::uuid and email = $2 and phone = $3 and purpose = $5),
     waiting as (select array_agg(distinct c.billing_id) as drafts from own c join billings b on b.id = c.billing_id
                  where c.consumed_at is null and c.expires_at > now() and b.state in (${awaited})),
     named   as (select nullif($7, '')::uuid as draft),
     newest  as (select c.*, a.draft is null and (cardinality(w.drafts) > 1 or c.asker not in ('', $8)) as unclear
                   from own c, waiting w, named a where a.draft is null or c.billing_id = a.draft
                  order by coalesce(c.billing_id = any(w.drafts), false) desc, c.id desc limit 1),
     tally   as (select coalesce(sum(r.wrong_attempts), 0) as wrong, min(r.created_at) filter (where r.wrong_attempts > 0) as since
                   from recent r join newest n on (n.user_id, n.purpose, n.asker) = (r.user_id, r.purpose, r.asker)),
     judged  as (select n.id, n.billing_id, n.expires_at, t.since,
                        case when n.unclear then 'unclear'
                             when t.wrong >= ${MAX_WRONG_PER_HOUR} then 'closed'
                             when n.id is null or n.expires_at <= now() then 'unknown'
                             when n.wrong_attempts >= ${MAX_WRONG_PER_CODE} then 'spent'
                             when n.code_hash <> $6 then 'wrong'
                             when n.consumed_at is null then 'right'
                             else 'repeated' end as verdict
                   from tally t left join newest n on true),
     billing as (select b.* from billings b join judged j on j.billing_id = b.id
                  where j.verdict in ('right', 'repeated') for no key update of b),
     wanted  as (select i.course_id, i.seats, i.position from billing_items i join billing b on b.id = i.billing_id, judged j
                  where b.state = '${step.from}' and j.verdict = 'right'),
     locked  as (select c.*, w.seats, w.position,
                        case when c.is_open then c.total_seats - c.adopted_seats - c.held_seats else 0 end as available
                   from courses c join wanted w on w.course_id = c.id order by c.id for no key update of c),
     fits    as (select count(*) > 0 and count(*) = (select count(*) from wanted) and bool_and(available >= seats) as ok,
                        sum(seats)::int as seats from locked),
     ${barred},${WITHIN_LIMITS},
     checked as (select f.ok and w.ok and not exists (select from barred) as ok from fits f, within w),
     outcome as (select j.id, j.expires_at, j.since,
                        case when exists (select from wanted) and exists (select from barred) then (select verdict from barred)
                             when (select f.ok and not w.ok from fits f, within w) then 'limited'
                             when exists (select from locked l join billing_items i on i.course_id = l.id
                                            join billings h on h.id = i.billing_id
                                           where l.available < l.seats and ${isEndedHold('h')})
                             then 'stale' else j.verdict end as verdict
                   from judged j),
     tried   as (update otp_challenges c
                    set wrong_attempts = c.wrong_attempts + (o.verdict = 'wrong')::int,
                        consumed_at = case o.verdict when 'right' then now() else c.consumed_at end
                   from outcome o where c.id = o.id and o.verdict in ('right', 'wrong')),
     moved   as (${writeCourses('locked l, checked k where k.ok', { [counter]: `l.${counter} + l.seats` })}),
     taken   as (update billings set state = '${step.to}', verified_at = now(),
                        verified_channel = (select c.delivered_to from otp_challenges c join judged j on c.id = j.id)${fields},
                        limit_keys = array(select key from full_of), limit_seats = (select seats from fits)
                  where id in (select id from billing) and (select ok from checked) returning *),${also}
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select t.id, '${step.event}', '${step.from}', '${step.to}', ${actor} from taken t)
select o.verdict, b.id as billing_id, b.reference, coalesce(t.state, b.state) as state,
       floor(extract(epoch from coalesce(t.verified_at, b.verified_at)) * 1000)::float8 as verified_ms,
       ceil(extract(epoch from coalesce(t.hold_expires_at, b.hold_expires_at) - now()))::int as seconds_left,
       (select json_agg(json_build_object('course_id', id, 'available', available) order by position)
               filter (where available < seats) from locked) as shortages,
       ceil(extract(epoch from case o.verdict when 'closed' then o.since + interval '1 hour'
                                              when 'waiting' then (select until from barred)
                                              when 'limited' then coalesce((select expire from rate_limits r join daily d on d.key = r.key),
                                                                           now() + interval '1 day')
                                              else o.expires_at end - now()))::int as retry_after,
       (select key from over) as limit_key, coalesce((select most from over), (select most from daily)) as limit_seats,
       (select seats from fits) as seats,
       (select json_build_object('key', key, 'part', seats::float8 / most) from full_of where most > 0 order by seats::float8 / most desc limit 1)
         as fullest
  from outcome o left join billing b on true left join taken t on true`;

/** Verifies the contact of a public adoption: its seats are adopted, and a guest's row learns the verified details (A-15). */
export const PLEDGE_SEATS = takeSeats({
  step: PLEDGE,
  awaited: `'${PLEDGE.from}'`,
  counter: 'adopted_seats',
  fields: '',
  actor: `(select case u.kind when 'guest' then 'guest' else 'sponsor' end from users u where u.id = t.user_id)`,
  also: `
     known   as (update users u set full_name = t.sponsor->>'fullName', designation = t.sponsor->>'designation',
                        phone_number = t.sponsor->>'phone', company_name = t.sponsor->>'company',
                        industry = t.sponsor->>'industry', updated_at = now()
                   from taken t where u.id = t.user_id and u.kind = 'guest'),`,
});

/** Verifies the phone of a dashboard adoption: its seats are held while its sponsor pays (A-17). */
export const HOLD_SEATS = takeSeats({
  step: HOLD,
  awaited: `'${HOLD.from}', '${HOLD.to}'`,
  counter: 'held_seats',
  fields: `, hold_expires_at = now() + interval '${HOLD_SECONDS} seconds'`,
  actor: `'sponsor'`,
  barred: `
     unpaid  as (${unpaidHolds('$1::uuid')}),
     barred  as (select 'confirming' as verdict, null::timestamptz as until from billing b
                  where exists (${openPaymentOf('b.user_id', 'b.id', selectionOf('b.id'), 'b.created_at')})
                 union all select 'waiting', until from unpaid where until > now() limit 1)`,
});

/** The parameters of PLEDGE_SEATS and HOLD_SEATS in order. */
export function takeParameters(values: TakeValues): string[] {
  const { userId, email, phone, otpMethod, purpose, codeHash, draftId = '', asker = '' } = values;
  const limits = values.limits ?? { unpaid: [], address: null, addressSeats: 0 };
  return [userId, email, phone, otpMethod, purpose, codeHash, draftId, asker, JSON.stringify(limits)];
}

/** Runs PLEDGE_SEATS or HOLD_SEATS. */
export async function runTakeSeats(sql: Sql, statement: string, values: TakeValues): Promise<TakeRow> {
  const [row] = await sql.unsafe<TakeRow[]>(statement, takeParameters(values), { prepare: true });
  return row!;
}

/** Ends the holds whose window is over, all or those on the courses $1, and gives their seats back. Two at once: one waits and finds nothing. */
export const RELEASE_EXPIRED_HOLDS = `
with freed   as (select b.id from billings b
                  where ${isEndedHold('b')}
                    and ($1::uuid[] is null
                         or exists (select from billing_items i where i.billing_id = b.id and i.course_id = any($1::uuid[])))
                  order by b.id for no key update of b),${GIVE_BACK},
     ended   as (update billings b set state = '${EXPIRE.to}' from freed f where b.id = f.id returning b.id),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select id, '${EXPIRE.event}', '${EXPIRE.from}', '${EXPIRE.to}', 'system' from ended)
select count(*)::int as ended from ended`;

/** Runs RELEASE_EXPIRED_HOLDS. @returns how many holds ended */
export async function runReleaseExpiredHolds(sql: Sql, courseIds: string[] | null): Promise<number> {
  const [row] = await sql.unsafe<{ ended: number }[]>(RELEASE_EXPIRED_HOLDS, [courseIds], { prepare: true });
  return row!.ended;
}

/** Gives the adopted seats of the pledge with the reference $1 back and ends it, with its event and the reason $2 in the audit log. */
export const CANCEL_PLEDGE = `
with billing as (select b.* from billings b where b.reference = $1::text for no key update of b),
     locked  as (select c.*, i.seats from courses c join billing_items i on i.course_id = c.id join billing b on b.id = i.billing_id
                  where b.state = '${CANCEL.from}' order by c.id for no key update of c),
     moved   as (${writeCourses('locked l', { adopted_seats: 'l.adopted_seats - l.seats' })}),
     ended   as (update billings set state = '${CANCEL.to}'
                  where id in (select id from billing where state = '${CANCEL.from}') and (select count(*) from locked) > 0 returning id),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select id, '${CANCEL.event}', '${CANCEL.from}', '${CANCEL.to}', 'operator' from ended),
     told    as (insert into audit_log (actor, action, subject, before, after)
                 select 'command', 'pledge.cancelled', e.id, jsonb_build_object('seats', (select sum(seats) from locked)),
                        jsonb_build_object('reference', $1::text, 'reason', $2::text, 'seats', 0) from ended e)
select (select sum(seats)::int from locked where exists (select from ended)) as seats`;

/** Runs CANCEL_PLEDGE. @returns its seats; null where no pledge has the reference */
export async function runCancelPledge(sql: Sql, reference: string, reason: string): Promise<{ seats: number | null }> {
  const [row] = await sql.unsafe<{ seats: number | null }[]>(CANCEL_PLEDGE, [reference, reason], { prepare: true });
  return row!;
}
