import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { COURSE_TYPES } from '@/db/schema/enums';

const CITIES = ['Bhopal', 'Indore', 'Gwalior', 'Jabalpur', 'Ujjain', 'Sagar', 'Rewa', 'Satna', 'Dewas', 'Singrauli'];
const BRANCHES = ['Civil', 'Mechanical', 'Electrical', 'Computer Science'];
const NAMES = ['Asha Verma', 'Rohan Gupta', 'Meera Joshi', 'Imran Khan', 'Kavita Patel', 'Arjun Singh', 'सुनीता शर्मा'];
/** Every sixteenth name is in Hindi. */
const HOUSES = [
  ...['Narmada', 'Malwa', 'Vindhya', 'Satpura', 'Chambal', 'Betwa', 'Kanha', 'Orchha', 'Sanchi', 'Bhoj', 'Holkar'],
  ...['Scindia', 'Gond', 'Baghel', 'Mandu', 'नर्मदा'],
];
const TRADES = ['Motors', 'Steel', 'Textiles', 'Cement', 'Power', 'Foods', 'Pharma', 'Software', 'Engineering'];

/**
 * Fills a database with users and billings of 18 months: guests and registered sponsors in equal parts, every state,
 * one to three lines, some Hindi names, seats counted in their courses. Uses a fixed number of statements, so that
 * 100,000 users and 200,000 billings take a minute or two, in the order of time, as real ones are written; runs ANALYZE afterwards.
 * @param size without `institutes`, 200 courses that belong to none; else `offers` of them, half of them in the session before
 * the only one
 */
export async function insertBulk(
  sql: Sql,
  {
    users,
    billings,
    institutes = 0,
    offers = 200,
  }: { users: number; billings: number; institutes?: number; offers?: number },
): Promise<void> {
  const batch = randomBytes(4).toString('hex');
  if (institutes > 0) await insertOffers(sql, batch, institutes, offers);
  else
    await sql`
    insert into courses (city, course_type, branch, total_seats, price_paise)
    select city, type, branch || ' ' || ${batch}::text, 10000, 2500000 + 1250050 * (c + t + b)
      from unnest(${CITIES}::text[]) with ordinality as cities(city, c),
           unnest(${COURSE_TYPES}::text[]) with ordinality as types(type, t),
           unnest(${BRANCHES}::text[]) with ordinality as branches(branch, b)`;
  // In one transaction: the purge of a site that runs already would delete guests who have adopted nothing.
  await sql.begin(async (tx) => {
    await tx`
    insert into users (kind, full_name, designation, email, phone_number, company_name, industry, password_hash, created_at)
    select case when n % 2 = 0 then 'guest' else 'registered' end, (${NAMES}::text[])[1 + n % ${NAMES.length}], 'HR Head',
           'hr.' || n || '@' || ${batch}::text || '.example.in', (7000000000 + n * 7919)::text,
           (${HOUSES}::text[])[1 + n % ${HOUSES.length}] || ' ' || (${TRADES}::text[])[1 + n % ${TRADES.length}] || ' ' || n % 5000,
           case when n % 2 = 0 then 'Automotive' end, case when n % 2 = 1 then 'no hash at all' end,
           now() - interval '540 days' * ((n * 7919) % 1000003) / 1000003
      from generate_series(1, ${users}::bigint) n`;
    // Only a user's first billing is a draft or hold, because there may be one of each. `luck` is the random value. Holds
    // expired minutes ago or run for ten more minutes: none expires during a test.
    await tx`
    with sponsors as materialized (
      select row_number() over (order by email) - 1 as number, * from users where email like '%@' || ${batch}::text || '.%'
    ), chosen as materialized (
      select row_number() over (order by city, course_type, branch, id) - 1 as number, * from courses
       where branch like '% ' || ${batch}::text
    ), numbers as materialized (
      select n, n % ${users}::bigint as sponsor, gen_random_uuid() as billing_id, n * 104729 % 1000 as luck,
             n <= ${users}::bigint as first, now() - interval '540 days' * ((n * 15485863) % 1000003) / 1000003 as moment
        from generate_series(1, ${billings}::bigint) n
    ), lines as materialized (
      select n, billing_id, line, (n * 7 + line * 37) % ${offers}::bigint as course, 1 + (n * 31 + line) % 4 as seats
        from numbers, generate_series(0, n % 3) line
    ), totals as materialized (
      select l.n, sum(l.seats * c.price_paise) as paise from lines l join chosen c on c.number = l.course group by l.n
    ), stated as (
      select s.*, m.*, case when kind = 'guest' then 'public' else 'dashboard' end as channel,
             case when kind = 'guest' then case when luck < 120 and first then 'draft' when luck > 920 then 'replaced'
                                           when luck > 915 then 'cancelled' else 'pledged' end
                  when luck < 40 and first then 'draft' when luck < 60 and first then 'held' when luck < 300 then 'expired'
                  when luck < 420 then 'replaced' when luck < 422 then 'refund_due' else 'completed' end as state
        from numbers m join sponsors s on s.number = m.sponsor
    ), timed as (
      select *, case when state <> 'held' then moment
                     else now() - interval '15 seconds' * (luck % 20) - interval '20 minutes' * (luck % 2) end as at from stated
    ), made as (
      insert into billings (id, reference, user_id, channel, state, sponsor, total_paise, received_paise, verified_at, hold_expires_at, created_at)
      select billing_id, 'SA-' || regexp_replace(upper(left(md5(${batch}::text || n), 12)), '(....)(....)(....)', '\\1-\\2-\\3'),
             id, channel, state,
             jsonb_build_object('fullName', full_name, 'designation', designation, 'email', email, 'phone', phone_number,
                                'company', company_name, 'industry', coalesce(industry, '')),
             paise, case when state in ('completed', 'refund_due') then paise else 0 end, case when state <> 'draft' then at + interval '1 minute' end,
             case when channel = 'dashboard' and state <> 'draft' then at + interval '16 minutes' end, at
        from timed join totals using (n) order by at
    )
    insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city, session)
    select l.billing_id, c.id, l.line, l.seats, c.price_paise, c.course_type, c.branch, coalesce(i.name, ''), c.city, c.session
      from lines l join numbers using (n) join chosen c on c.number = l.course left join institutes i on i.id = c.institute_id
     order by numbers.moment`;
  });
  await sql`
    insert into billing_events (billing_id, event, from_state, to_state, actor, at)
    select b.id, e.event, e.from_state, e.to_state, 'sponsor', e.at
      from billings b join users u on u.id = b.user_id cross join lateral (values
           ('created', null, 'draft', b.created_at),
           ('verified', 'draft', 'pledged', case when b.state in ('pledged', 'cancelled') then b.verified_at end),
           ('cancelled', 'pledged', 'cancelled', case when b.state = 'cancelled' then b.verified_at + interval '5 minutes' end),
           ('phone_verified', 'draft', 'held', case when b.channel = 'dashboard' then b.verified_at end),
           ('paid', 'held', 'completed', case when b.state = 'completed' then b.verified_at + interval '5 minutes' end),
           ('hold_ended', 'held', 'expired', case when b.state in ('expired', 'refund_due') then b.hold_expires_at end),
           ('paid_too_late', 'expired', 'refund_due', case when b.state = 'refund_due' then b.hold_expires_at + interval '1 hour' end),
           ('replaced', case when b.channel = 'public' then 'draft' else 'held' end, 'replaced',
            case when b.state = 'replaced' then b.verified_at + interval '5 minutes' end)
           ) as e(event, from_state, to_state, at)
     where e.at is not null and u.email like '%@' || ${batch}::text || '.%'
     order by e.at`;
  await sql`
    update courses c set adopted_seats = t.adopted, held_seats = t.held
      from (select i.course_id, coalesce(sum(i.seats) filter (where b.state in ('pledged', 'completed')), 0) as adopted,
                   coalesce(sum(i.seats) filter (where b.state = 'held'), 0) as held
              from billings b join billing_items i on i.billing_id = b.id group by i.course_id) t
     where t.course_id = c.id and c.branch like '% ' || ${batch}::text`;
  await sql`vacuum analyze`;
}

/** Adds the offers of institutes, each of which has one of every type and branch of `batch` in a session, as far as there are `offers`. */
async function insertOffers(sql: Sql, batch: string, institutes: number, offers: number): Promise<void> {
  await sql`
    insert into academic_sessions (name, first_day, last_day, state)
    select extract(year from first_day)::int - 1 || '-' || right(extract(year from first_day)::text, 2), (first_day - interval '1 year')::date,
           first_day - 1, 'closed' from academic_sessions where state = 'open'`;
  await sql`
    insert into institutes (name, city, contact)
    select 'Institute ' || n || ' ' || ${batch}::text, (${CITIES}::text[])[1 + n % ${CITIES.length}], 'office' || n || '@' || ${batch}::text || '.example'
      from generate_series(1, ${institutes}::int) n`;
  await sql`
    with places as materialized (select row_number() over (order by name) - 1 as number, id, city from institutes where name like '% ' || ${batch}::text),
    names as materialized (select array_agg(name order by name desc) as sessions from academic_sessions)
    insert into courses (institute_id, city, course_type, branch, total_seats, price_paise, session, duration_years)
    select p.id, p.city, (${COURSE_TYPES}::text[])[1 + k % ${COURSE_TYPES.length}],
           (${BRANCHES}::text[])[1 + k / ${COURSE_TYPES.length} % ${BRANCHES.length}] || ' ' || ${batch}::text, 10000, 2500000 + 12500 * (n % 100),
           sessions[1 + k / ${COURSE_TYPES.length * BRANCHES.length} % 2], 1 + k % 4
      from generate_series(0, ${offers}::int - 1) n cross join lateral (select n / ${institutes}::int as k) place
      join places p on p.number = n % ${institutes}::int cross join names`;
}
