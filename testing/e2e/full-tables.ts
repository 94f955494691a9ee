import type { Sql } from 'postgres';
import { insertBulk } from '@/testing/db/bulk';
import type { TestAdmin } from './admin';

/** More than the rows of a page. */
const ROWS = 60;

/**
 * Fills an empty database so that each table of administrators has more rows than a page, each with all its buttons.
 * @param admin makes what a person has made
 */
export async function fillTables(sql: Sql, { id, username }: TestAdmin): Promise<void> {
  await insertBulk(sql, { users: ROWS, billings: 4 * ROWS, institutes: ROWS, offers: 4 * ROWS });
  await sql`update courses set updated_at = now(), study_year = 1`;
  await insertSessions(sql);
  await insertAdministrators(sql);
  await insertOffices(sql);
  await insertReports(sql);
  await insertReservations(sql, id);
  await insertMoves(sql, id);
  await insertWaiting(sql);
  await insertProposals(sql);
  await insertEntries(sql, id);
  await insertReceipts(sql, id);
  await insertPapers(sql);
  await insertRefunds(sql, id);
  await insertTransfers(sql);
  await sql`
    insert into audit_log (admin_id, actor, action, subject, before, after)
    select ${id}, ${username}, 'course.changed', c.id::text,
           jsonb_build_object('total_seats', c.total_seats - 10, 'price_paise', c.price_paise - 250000, 'is_open', false),
           jsonb_build_object('total_seats', c.total_seats, 'price_paise', c.price_paise, 'is_open', true)
      from (select * from courses order by id limit ${ROWS}) c`;
  await sql`vacuum analyze`;
}

/** Proposals to move adopted seats, each not answered, of the reservations that there are. */
const insertMoves = (sql: Sql, adminId: string) => sql`
  insert into seat_moves (billing_id, from_course_id, to_course_id, state, seats, price_paise, reservation_id, until, reason, started_by, ended_at)
  select i.billing_id, i.course_id, (select id from courses where id <> i.course_id limit 1), 'lapsed', i.seats, i.price_paise,
         (select id from reservations limit 1), now(), 'The course closes', ${adminId}, now()
    from billing_items i join billings b on b.id = i.billing_id
   where b.state in ('pledged', 'completed') and i.seats > 0 order by i.billing_id limit ${ROWS}`;

/** Planned ones: so many closed ones would be centuries. */
const insertSessions = (sql: Sql) => sql`
  insert into academic_sessions (name, first_day, last_day, state)
  select year || '-' || right((year + 1)::text, 2), make_date(year, 7, 1), make_date(year + 1, 6, 30), 'planned'
    from (select extract(year from max(last_day))::int + n as year from academic_sessions, generate_series(0, ${ROWS}) n group by n) years`;

const insertAdministrators = (sql: Sql) => sql`
  with made as (
    insert into admins (username, role, password_hash)
    select 'radhika.deshmukh.' || n || '@mp.example', 'finance', 'no hash' from generate_series(1, ${ROWS}) n returning id),
  factors as (insert into admin_factors (admin_id, secret, last_step) select id, 'no secret', 0 from made)
  insert into admin_sessions (admin_id, token_hash, cookie_hash, expires_at)
  select id, gen_random_uuid()::text, gen_random_uuid()::text, now() + interval '1 hour' from made`;

/** A head and a clerk for every institute. */
const insertOffices = (sql: Sql) => sql`
  with people as (
    insert into admins (username, role, password_hash)
    select role || '.' || replace(i.id::text, '-', '') || '@office.example', role, 'no hash' from institutes i, unnest(array['head', 'clerk']) role
    returning id, username)
  insert into office_institutes (admin_id, institute_id, created_at)
  select p.id, i.id, now() - interval '300 days' from people p join institutes i on p.username like '%.' || replace(i.id::text, '-', '') || '@%'`;

/** Stated reports with a student. */
async function insertReports(sql: Sql): Promise<void> {
  await sql`
    insert into enrolments (billing_id, course_id, place, session, roll_hash, roll_end, from_day)
    select i.billing_id, i.course_id, 1, i.session, gen_random_uuid()::text, '001', s.first_day
      from billing_items i join billings b on b.id = i.billing_id join academic_sessions s on s.name = i.session
     where b.state in ('pledged', 'completed') and i.seats > 0`;
  await sql`
    with made as (
      insert into reports (course_id, kind, version, stated_at, first_stated_at)
      select id, kind, 1, now(), now() from courses, unnest(array['enrolment', 'term_1', 'term_2']) kind returning id, course_id)
    insert into report_marks (report_id, enrolment_id, mark, version)
    select made.id, e.id, 'attends', 1 from made join enrolments e using (course_id)`;
}

/** Agreements of two lines: every third one waits for another administrator. */
const insertReservations = (sql: Sql, admin: string) => sql`
  with made as (
    insert into reservations (kind, is_proposed, holder, company, email, until, reason, created_by, created_at)
    select 'agreement', n % 3 = 0, 'domain:narmada' || n || '.example', 'Narmada Motors ' || n || ' Pvt Ltd', 'csr@narmada' || n || '.example',
           now() + interval '30 days', 'Memorandum of understanding ' || n, ${admin}, now() + n * interval '1 second'
      from generate_series(1, ${ROWS}) n returning id),
  lines as (
    insert into reservation_items (reservation_id, course_id, seats, price_paise)
    select made.id, c.id, 10, c.price_paise from made, (select id, price_paise from courses order by id limit 2) c
    returning course_id, seats)
  update courses set held_seats = held_seats + l.seats
    from (select course_id, sum(seats) as seats from lines group by 1) l where l.course_id = id`;

const insertWaiting = (sql: Sql) => sql`
  insert into waiting_requests (holder, email, company, course_id, course_type, branch, city, session, study_year, seats, min_seats)
  select 'email:hr@waits' || n || '.example', 'hr@waits' || n || '.example', 'domain:waits' || n || '.example', c.id, c.course_type, c.branch,
         c.city, c.session, c.study_year, 100, 10
    from (select *, row_number() over (order by id) as n from courses) c where n <= ${ROWS}`;

const insertProposals = (sql: Sql) => sql`
  insert into proposals (institute_id, course_id, kind, total_seats, old_seats, price_paise, old_paise, note, proposed_by)
  select c.institute_id, c.id, 'seats', c.total_seats - 10, c.total_seats, c.price_paise + 250000, c.price_paise, 'A workshop is rebuilt until June', o.admin_id
    from (select *, row_number() over (order by id) as n from courses) c
    join lateral (select admin_id from office_institutes o where o.institute_id = c.institute_id order by 1 limit 1) o on true
   where n <= ${ROWS}`;

const insertEntries = (sql: Sql, admin: string) => sql`
  insert into adoption_entries (sponsor, locale, lines, paper_reference, note, entered_by)
  select jsonb_build_object('fullName', 'Radhika Deshmukh', 'designation', 'Head, Talent Acquisition', 'email', 'csr@paper' || n || '.example',
                            'phone', '9826012345', 'company', 'Paper Works ' || n, 'industry', 'Automotive'),
         'en', (select jsonb_agg(jsonb_build_object('id', id, 'seats', 2, 'pricePaise', price_paise)) from (select id, price_paise from courses order by id limit 2) c),
         'Letter ' || n || ' of 12 November', 'Received by post', ${admin}
    from generate_series(1, ${ROWS}) n`;

/** Half of them of an adoption. */
const insertReceipts = (sql: Sql, admin: string) => sql`
  with credits as (
    insert into bank_credits (key, credited_on, amount_paise)
    select 'NARMADA' || n, current_date, 2550000 from generate_series(1, ${2 * ROWS}) n returning id, key),
  numbered as (select row_number() over (order by key) as n, id, key from credits),
  pledges as (select row_number() over (order by id) as n, id from billings where state = 'pledged' limit ${ROWS})
  insert into bank_receipts (amount_paise, reference, recorded_by, mode, credit_id, billing_id, credited_on, tds_paise, payer)
  select 2500000, c.key, ${admin}, 'NEFT', c.id, p.id, current_date, 50000, 'Narmada Motors ' || c.n || ' Pvt Ltd'
    from numbered c left join pledges p using (n)`;

const insertPapers = (sql: Sql) => sql`
  insert into papers (kind, billing_id, source, series, financial_year, number, serial, data)
  select 'proforma', id, id::text, 'PI', '2026-27', n, 'PI/2026-27/' || lpad(n::text, 6, '0'),
         jsonb_build_object('duePaise', 2500000, 'sponsor', sponsor)
    from (select *, row_number() over (order by id) as n from billings) b where n <= ${ROWS}`;

/** Paid back, of different adoptions. */
const insertRefunds = (sql: Sql, admin: string) => sql`
  insert into refunds (billing_id, mode, state, paid_on, amount_paise, reference, recorded_by, confirmed_by, confirmed_at, remark)
  select id, 'NEFT', 'done', current_date, 250000, 'NEFT' || left(md5(n::text), 16), ${admin},
         gen_random_uuid(), now(), 'Fewer seats than agreed in the memorandum'
    from (select *, row_number() over (order by id) as n from billings) b where n <= ${ROWS}`;

/** Payouts of the present month, and differences from the reports, half of them explained. */
async function insertTransfers(sql: Sql): Promise<void> {
  await sql`
    insert into settlement_items (provider, line, entity_id, type, credit_paise, debit_paise, amount_paise, fee_paise, tax_paise, settlement_id, utr, settled_at, day)
    select 'razorpay', n, 'pay_' || md5(n::text), 'payment', 2450000, 0, 2500000, 50000, 7627, 'setl_' || left(md5(n::text), 14), 'UTR' || n, now(),
           (now() at time zone 'Asia/Kolkata')::date
      from generate_series(1, ${ROWS}) n`;
  await sql`
    insert into settlement_differences (provider, kind, entity_id, expected_paise, reported_paise, reason, explained_by, explained_at)
    select 'razorpay', 'amount', 'pay_' || left(md5(n::text), 14), 2500000, 2400000, case when n % 2 = 0 then 'Told by the gateway' end,
           case when n % 2 = 0 then (select id from admins limit 1) end, case when n % 2 = 0 then now() end
      from generate_series(1, ${2 * ROWS}) n`;
}
