import 'server-only';
import type { Sql } from 'postgres';
import { isEndedHold } from '@/db/holds';
import { MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR } from '@/lib/otp/schema';
import { writeCourses } from '@/lib/catalogue/statements';
import { HOLD_SECONDS, requireTransition } from './rules';

/*
 * Every statement is whole by itself: no half-way state exists, and a connection that dies leaves all or nothing. They
 * count on READ COMMITTED: a row lock taken here shows the newest version of the row, whatever the statement's snapshot says.
 * `no key update` locks do not stand in the way of foreign key checks, so drafts of a busy course do not queue behind its buyers.
 * All lock in one order, so that none waits for another in a circle: codes, then billings by id, then courses by id.
 * Courses are written by writeCourses, which says why. `updated_at` of a course is left alone: it tells when an administrator
 * last changed it, and names the version that an edit is made of (lib/catalogue/keeping/statements.ts), which a buyer must not spoil.
 */

const PLEDGE = requireTransition('draft', 'verified', 'adopt');
const HOLD = requireTransition('draft', 'phone_verified', 'hold');
const EXPIRE = requireTransition('held', 'hold_ended', 'release');
const REPLACE_DRAFT = requireTransition('draft', 'replaced', 'none');
const REPLACE_HOLD = requireTransition('held', 'replaced', 'release');

/** CTEs that give back the seats of the holds whose ids are in `freed`. */
const GIVE_BACK = `
     back    as (select i.course_id, sum(i.seats)::int as seats from billing_items i join freed f on f.id = i.billing_id
                  group by i.course_id),
     fuller  as (select c.*, b.seats
                   from courses c join back b on b.course_id = c.id order by c.id for no key update of c),
     given   as (${writeCourses('fuller l', { held_seats: 'l.held_seats - l.seats' })})`;

type DraftParts = {
  channel: 'public' | 'dashboard';
  /** CTEs up to `owner`, which has the id of the draft's owner. */
  owner: string;
  /** Which of the owner's billings `b` of this channel are open; `d.sponsor` are the details. */
  open: string;
  actor: 'guest' | 'sponsor';
  /** CTEs that follow from `ended`. */
  also?: string;
};

/** Reuses the owner's open adoption if it is the same in everything and still runs, else ends it and opens a draft. No row: a race was lost. */
const createDraft = ({ channel, owner, open, actor, also = '' }: DraftParts) => `
with details as (select $1::text::jsonb as sponsor),
     ${owner},
     lines   as (select a.position, a.seats, c.id as course_id, c.price_paise, c.course_type, c.branch, c.city,
                        coalesce(i.name, '') as institute
                   from unnest($2::uuid[], $3::int[]) with ordinality as a(course_id, seats, position)
                   join courses c on c.id = a.course_id and c.is_open left join institutes i on i.id = c.institute_id),
     quote   as (select count(*) = cardinality($2::uuid[]) and coalesce(sum(seats * price_paise), 0) = $4::bigint as holds,
                        sum(seats)::int as seats from lines),
     opened  as (select b.id, b.sponsor, b.state, ${isEndedHold('b')} as over
                   from billings b join owner w on b.user_id = w.id, details d
                  where b.channel = '${channel}' and ${open} order by b.id for no key update of b),
     same    as (select o.id from opened o, details d where o.sponsor = d.sponsor and not o.over
                    and (select jsonb_object_agg(course_id, array[seats, price_paise]) from lines)
                      = (select jsonb_object_agg(course_id, array[seats, price_paise]) from billing_items where billing_id = o.id)),
     ended   as (select o.id, o.state,
                        case when o.over then '${EXPIRE.event}' else '${REPLACE_DRAFT.event}' end as event,
                        case when o.over then '${EXPIRE.to}'
                             when o.state = '${REPLACE_HOLD.from}' then '${REPLACE_HOLD.to}' else '${REPLACE_DRAFT.to}' end as next
                   from opened o, quote q where q.holds and not exists (select from same)),
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
select q.holds as quote_holds, w.id as user_id, q.seats, coalesce((select id from created), (select id from same)) as billing_id
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
    actor: 'guest',
  }),
  sponsor: createDraft({ channel: 'public', owner: KNOWN_OWNER, open: OPEN_PUBLIC_DRAFT, actor: 'sponsor' }),
  dashboard: createDraft({
    channel: 'dashboard',
    owner: KNOWN_OWNER,
    open: `b.state in ('${REPLACE_DRAFT.from}', '${REPLACE_HOLD.from}')`,
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

/** Values of PLEDGE_SEATS and HOLD_SEATS: the subject that a code is bound to, and the keyed hash of the code that was typed. */
export type TakeValues = {
  userId: string;
  email: string;
  phone: string;
  channel: string;
  purpose: string;
  codeHash: string;
};

/**
 * What became of a typed code; `closed` and `spent` mean too many wrong ones, for the recipient and for this code. `stale`:
 * it is right, but seats are short while holds that are over still have some; nothing was done and the code is as good as before.
 */
export type Verdict = 'closed' | 'spent' | 'unknown' | 'wrong' | 'right' | 'repeated' | 'stale';

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
};

type TakeParts = {
  step: typeof PLEDGE;
  /** The count that the seats are added to. */
  counter: 'adopted_seats' | 'held_seats';
  /** What the billing gets besides its state. */
  fields: string;
  /** Who acts, of the row `t` of `taken`. */
  actor: string;
  /** CTEs that follow from `taken`. */
  also?: string;
};

/**
 * Judges a code and, if it is right, takes the seats of its draft: all lines or none.
 * The recipient's codes of the last hour are locked first, so parallel guesses are judged one after the other and counted
 * exactly; then the billing, then the courses in the order of their ids, so two buyers never wait for each other in a circle.
 * Comparing hashes with '=' tells a listener nothing: they are keyed, so nobody can steer how far two of them agree.
 */
const takeSeats = ({ step, counter, fields, actor, also = '' }: TakeParts) => `
with recent  as (select * from otp_challenges
                  where channel = $4 and (($4 = 'email' and email = $2) or ($4 = 'phone' and phone = $3))
                    and created_at > now() - interval '1 hour' order by id for no key update),
     tally   as (select coalesce(sum(wrong_attempts), 0) as wrong, min(created_at) filter (where wrong_attempts > 0) as since
                   from recent),
     newest  as (select * from recent where user_id = $1::uuid and email = $2 and phone = $3 and purpose = $5
                  order by id desc limit 1),
     judged  as (select n.id, n.billing_id, n.expires_at, t.since,
                        case when t.wrong >= ${MAX_WRONG_PER_HOUR} then 'closed'
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
     checked as (select count(*) > 0 and count(*) = (select count(*) from wanted) and bool_and(available >= seats) as ok
                   from locked),
     outcome as (select j.id, j.expires_at, j.since,
                        case when exists (select from locked l join billing_items i on i.course_id = l.id
                                            join billings h on h.id = i.billing_id
                                           where l.available < l.seats and ${isEndedHold('h')})
                             then 'stale' else j.verdict end as verdict
                   from judged j),
     tried   as (update otp_challenges c
                    set wrong_attempts = c.wrong_attempts + (o.verdict = 'wrong')::int,
                        consumed_at = case o.verdict when 'right' then now() else c.consumed_at end
                   from outcome o where c.id = o.id and o.verdict in ('right', 'wrong')),
     moved   as (${writeCourses('locked l, checked k where k.ok', { [counter]: `l.${counter} + l.seats` })}),
     taken   as (update billings set state = '${step.to}', verified_at = now()${fields}
                  where id in (select id from billing) and (select ok from checked) returning *),${also}
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select t.id, '${step.event}', '${step.from}', '${step.to}', ${actor} from taken t)
select o.verdict, b.id as billing_id, b.reference, coalesce(t.state, b.state) as state,
       floor(extract(epoch from coalesce(t.verified_at, b.verified_at)) * 1000)::float8 as verified_ms,
       ceil(extract(epoch from coalesce(t.hold_expires_at, b.hold_expires_at) - now()))::int as seconds_left,
       (select json_agg(json_build_object('course_id', id, 'available', available) order by position)
               filter (where available < seats) from locked) as shortages,
       ceil(extract(epoch from case o.verdict when 'closed' then o.since + interval '1 hour' else o.expires_at end - now()))::int
         as retry_after
  from outcome o left join billing b on true left join taken t on true`;

/** Verifies the contact of a public adoption: its seats are adopted, and a guest's row learns the verified details (A-15). */
export const PLEDGE_SEATS = takeSeats({
  step: PLEDGE,
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
  counter: 'held_seats',
  fields: `, hold_expires_at = now() + interval '${HOLD_SECONDS} seconds'`,
  actor: `'sponsor'`,
});

/** The parameters of PLEDGE_SEATS and HOLD_SEATS in order. */
export function takeParameters({ userId, email, phone, channel, purpose, codeHash }: TakeValues): string[] {
  return [userId, email, phone, channel, purpose, codeHash];
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
