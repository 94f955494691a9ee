import 'server-only';
import type { Sql } from 'postgres';
import { MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR } from '@/lib/otp/schema';
import { transition } from './rules';

/*
 * Both statements are whole by themselves: no half-way state exists, and a connection that dies leaves all or nothing. They
 * count on READ COMMITTED: a row lock taken here shows the newest version of the row, whatever the statement's snapshot says.
 * `no key update` locks do not stand in the way of foreign key checks, so drafts of a busy course do not queue behind its buyers.
 */

/** Values of CREATE_DRAFT; `sponsor` is the form as JSON text, seats stand at the places of their course ids. */
export type DraftValues = { sponsor: string; ids: string[]; seats: number[]; totalPaise: number; reference: string };

/** `billing_id` is null when the quote does not hold. */
export type DraftRow = { quote_holds: boolean; user_id: string; billing_id: string | null; seats: number };

/** Finds or makes the guest, reuses the open draft if it is the same in everything, else replaces it. No row: a race was lost. */
const CREATE_DRAFT = `
with details as (select $1::text::jsonb as sponsor),
     added   as (insert into users (kind, full_name, designation, email, phone_number, company_name, industry)
                 select 'guest', sponsor->>'fullName', sponsor->>'designation', sponsor->>'email', sponsor->>'phone',
                        sponsor->>'company', sponsor->>'industry' from details
                 on conflict (kind, lower(email)) do nothing returning id),
     guest   as (select id from added union all
                 select u.id from users u, details d where u.kind = 'guest' and lower(u.email) = lower(d.sponsor->>'email')),
     lines   as (select a.position, a.seats, c.id as course_id, c.price_paise, c.course_type, c.branch, c.city,
                        coalesce(i.name, '') as institute
                   from unnest($2::uuid[], $3::int[]) with ordinality as a(course_id, seats, position)
                   join courses c on c.id = a.course_id and c.is_open left join institutes i on i.id = c.institute_id),
     quote   as (select count(*) = cardinality($2::uuid[]) and coalesce(sum(seats * price_paise), 0) = $4::bigint as holds,
                        sum(seats)::int as seats from lines),
     opened  as (select b.id, b.sponsor from billings b join guest g on b.user_id = g.id, details d
                  where b.channel = 'public' and b.state = $6 and b.sponsor->>'phone' = d.sponsor->>'phone'
                    for no key update of b),
     same    as (select o.id from opened o, details d where o.sponsor = d.sponsor
                    and (select jsonb_object_agg(course_id, array[seats, price_paise]) from lines)
                      = (select jsonb_object_agg(course_id, array[seats, price_paise]) from billing_items where billing_id = o.id)),
     closed  as (update billings set state = $7 where id in (select id from opened) and not exists (select from same)
                    and (select holds from quote) returning id),
     created as (insert into billings (reference, user_id, channel, state, sponsor, total_paise)
                 select $5, g.id, 'public', $6, d.sponsor, $4::bigint from guest g, details d, quote q
                  where q.holds and not exists (select from same)
                    -- Counted first, so that the old draft has left the index of open drafts before the new one enters it.
                    and (select count(*) from closed) >= 0 returning id),
     items   as (insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
                 select n.id, l.course_id, l.position, l.seats, l.price_paise, l.course_type, l.branch, l.institute, l.city
                   from created n, lines l),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select id, $8, $6, $7, 'guest' from closed union all select id, 'created', null, $6, 'guest' from created)
select q.holds as quote_holds, g.id as user_id, q.seats, coalesce((select id from created), (select id from same)) as billing_id
  from quote q, guest g`;

/** Runs CREATE_DRAFT. */
export async function runCreateDraft(sql: Sql, values: DraftValues): Promise<DraftRow | undefined> {
  const step = transition('draft', 'replaced');
  if (!step) throw new Error('a draft cannot be replaced');
  const { sponsor, ids, seats, totalPaise, reference } = values;
  const parameters = [sponsor, ids, seats, totalPaise, reference, step.from, step.to, 'replaced'];
  const [row] = await sql.unsafe<DraftRow[]>(CREATE_DRAFT, parameters, { prepare: true });
  return row;
}

/** Values of PLEDGE_SEATS: the subject that a code is bound to, and the keyed hash of the code that was typed. */
export type PledgeValues = {
  userId: string;
  email: string;
  phone: string;
  channel: string;
  purpose: string;
  codeHash: string;
};

/** What became of a typed code; `closed` and `spent` mean too many wrong ones, for the recipient and for this code. */
export type Verdict = 'closed' | 'spent' | 'unknown' | 'wrong' | 'right' | 'repeated';

/** `state` is the billing's after the statement; `verified_ms` its moment in epoch milliseconds; `retry_after` is seconds. */
export type PledgeRow = {
  verdict: Verdict;
  billing_id: string | null;
  reference: string | null;
  state: string | null;
  verified_ms: number | null;
  shortages: { course_id: string; available: number }[] | null;
  retry_after: number | null;
};

/**
 * Judges a code and, if it is right, locks the seats of its draft: all lines or none.
 * The recipient's codes of the last hour are locked first, so parallel guesses are judged one after the other and counted
 * exactly; then the billing, then the courses in the order of their ids, so two buyers never wait for each other in a circle.
 * Comparing hashes with '=' tells a listener nothing: they are keyed, so nobody can steer how far two of them agree.
 */
export const PLEDGE_SEATS = `
with recent  as (select * from otp_challenges
                  where channel = $4 and (($4 = 'email' and email = $2) or ($4 = 'phone' and phone = $3))
                    and created_at > now() - interval '1 hour' order by id for no key update),
     tally   as (select coalesce(sum(wrong_attempts), 0) as wrong, min(created_at) filter (where wrong_attempts > 0) as since
                   from recent),
     newest  as (select * from recent where user_id = $1::uuid and email = $2 and phone = $3 and purpose = $5
                  order by id desc limit 1),
     judged  as (select n.id, n.billing_id, n.expires_at, t.since,
                        case when t.wrong >= $8::int then 'closed'
                             when n.id is null or n.expires_at <= now() then 'unknown'
                             when n.wrong_attempts >= $7::int then 'spent'
                             when n.code_hash <> $6 then 'wrong'
                             when n.consumed_at is null then 'right'
                             else 'repeated' end as verdict
                   from tally t left join newest n on true),
     tried   as (update otp_challenges c
                    set wrong_attempts = c.wrong_attempts + (j.verdict = 'wrong')::int,
                        consumed_at = case j.verdict when 'right' then now() else c.consumed_at end
                   from judged j where c.id = j.id and j.verdict in ('right', 'wrong')),
     billing as (select b.* from billings b join judged j on j.billing_id = b.id
                  where j.verdict in ('right', 'repeated') for no key update of b),
     wanted  as (select i.course_id, i.seats, i.position from billing_items i join billing b on b.id = i.billing_id, judged j
                  where b.state = $9 and j.verdict = 'right'),
     locked  as (select c.id, w.seats, w.position,
                        case when c.is_open then c.total_seats - c.adopted_seats - c.held_seats else 0 end as available
                   from courses c join wanted w on w.course_id = c.id order by c.id for no key update of c),
     checked as (select count(*) > 0 and count(*) = (select count(*) from wanted) and bool_and(available >= seats) as ok
                   from locked),
     taken   as (update courses c set adopted_seats = c.adopted_seats + l.seats, updated_at = now()
                   from locked l, checked k where k.ok and c.id = l.id),
     pledged as (update billings set state = $10, verified_at = now()
                  where id in (select id from billing) and (select ok from checked) returning id, user_id, state, sponsor, verified_at),
     known   as (update users u set full_name = p.sponsor->>'fullName', designation = p.sponsor->>'designation',
                        phone_number = p.sponsor->>'phone', company_name = p.sponsor->>'company',
                        industry = p.sponsor->>'industry', updated_at = now()
                   from pledged p where u.id = p.user_id and u.kind = 'guest'),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select id, $11, $9, $10, 'guest' from pledged)
select j.verdict, b.id as billing_id, b.reference, coalesce(p.state, b.state) as state,
       floor(extract(epoch from coalesce(p.verified_at, b.verified_at)) * 1000)::float8 as verified_ms,
       (select json_agg(json_build_object('course_id', id, 'available', available) order by position)
               filter (where available < seats) from locked) as shortages,
       ceil(extract(epoch from case j.verdict when 'closed' then j.since + interval '1 hour' else j.expires_at end - now()))::int
         as retry_after
  from judged j left join billing b on true left join pledged p on true`;

/** The parameters of PLEDGE_SEATS in order. */
export function pledgeParameters({
  userId,
  email,
  phone,
  channel,
  purpose,
  codeHash,
}: PledgeValues): (string | number)[] {
  const step = transition('draft', 'verified');
  if (step?.seats !== 'adopt') throw new Error('a verified draft must adopt its seats');
  const limits = [MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR];
  return [userId, email, phone, channel, purpose, codeHash, ...limits, step.from, step.to, 'verified'];
}

/** Runs PLEDGE_SEATS. */
export async function runPledgeSeats(sql: Sql, values: PledgeValues): Promise<PledgeRow> {
  const [row] = await sql.unsafe<PledgeRow[]>(PLEDGE_SEATS, pledgeParameters(values), { prepare: true });
  return row!;
}
