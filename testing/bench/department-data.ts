import postgres, { type Sql } from 'postgres';
import { insertBulk } from '@/testing/db/bulk';

/** A department with two years behind it, and a third one planned. */
const SIZE = { users: 100_000, billings: 200_000, institutes: 150, offers: 5_800 };
/** Of the one sponsor with many. */
const ADOPTIONS = 500;
const WAITING = 2_000;

/** What the addresses of pages name. */
export type Department = {
  /** The closed, the open and the planned session, by name. */
  sessions: [string, string, string];
  /** The institute with the most adopted lines. */
  instituteId: string;
  /** Of this institute, with students; of the open session, whose reports it has to make. */
  courseId: string;
  reference: string;
  /** The sponsor with many adoptions, and one of them. */
  sponsorId: string;
  billingId: string;
  /** The last one whose use is stated. */
  financialYear: string;
};

/** The institute of which three adoptions have a line. */
export const RARE = 'Rare';

/** Fills a migrated database: adoptions, offices of institutes, registers, terms, waiting lists. */
export async function fillDepartment(url: string): Promise<Department> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await insertBulk(sql, SIZE);
    await insertSessions(sql);
    await insertOffices(sql);
    await insertRare(sql);
    await insertRegisters(sql);
    await insertNews(sql);
    await insertTerms(sql);
    await insertWaiting(sql);
    const sponsorId = await gatherAdoptions(sql);
    await insertPayments(sql);
    await insertReceipts(sql);
    await insertRefunds(sql);
    await insertPapers(sql);
    await insertTransfers(sql);
    await insertUses(sql);
    await insertBankFile(sql);
    await sql`vacuum analyze`;
    return await readDepartment(sql, sponsorId);
  } finally {
    await sql.end();
  }
}

/** The session after the open one. */
const insertSessions = (sql: Sql) => sql`
  insert into academic_sessions (name, first_day, last_day, state)
  select extract(year from last_day)::int || '-' || right((extract(year from last_day)::int + 1)::text, 2), last_day + 1,
         (last_day + interval '1 year')::date, 'planned' from academic_sessions where state = 'open'`;

/** A head for every institute, for ten months. */
const insertOffices = (sql: Sql) => sql`
  with heads as (
    insert into admins (username, role, password_hash) select 'office' || id || '@office.example', 'head', 'no hash' from institutes
    returning id, username)
  insert into office_institutes (admin_id, institute_id, created_at)
  select heads.id, i.id, now() - interval '300 days' from heads join institutes i on heads.username = 'office' || i.id || '@office.example'`;

const insertRare = (sql: Sql) => sql`
  with institute as (insert into institutes (name, city) values (${`${RARE} College`}, 'Dewas') returning id),
  course as (
    insert into courses (institute_id, city, course_type, branch, total_seats, adopted_seats, price_paise)
    select id, 'Dewas', 'ITI', 'Fitter', 100, 3, 2500000 from institute returning id, city, session)
  insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city, session)
  select b.id, c.id, 9, 1, 2500000, 'ITI', 'Fitter', ${`${RARE} College`}, c.city, c.session
    from course c, (select id from billings where state = 'pledged' order by id limit 3) b`;

/** A student on the first place of every tenth adopted line, and a report on every third offer. */
async function insertRegisters(sql: Sql): Promise<void> {
  await sql`
    insert into enrolments (billing_id, course_id, place, session, roll_hash, roll_end, from_day, created_at)
    select i.billing_id, i.course_id, 1, i.session, gen_random_uuid()::text, '001', s.first_day, now() - interval '60 days'
      from billing_items i join billings b on b.id = i.billing_id join academic_sessions s on s.name = i.session
     where b.state in ('pledged', 'completed') and i.seats > 0 and hashtext(i.billing_id::text) % 10 = 0`;
  await sql`
    with made as (
      insert into reports (course_id, kind, version, stated_at, first_stated_at)
      select id, 'enrolment', 1, now() - days, now() - days from (select *, interval '1 day' * (abs(hashtext(id::text)) / 3 % 30) as days from courses) courses where hashtext(id::text) % 3 = 0 returning id, course_id)
    insert into report_marks (report_id, enrolment_id, mark, version)
    select made.id, e.id, 'attends', 1 from made join enrolments e using (course_id)`;
}

/** The news of the last two days has to be told. */
const insertNews = (sql: Sql) => sql`
  insert into news_parts (part, told_until) select to_hex(n), current_date - 3 from generate_series(0, 15) n`;

/** A tenth of the pledges have a term, which ends in the next 40 days, or ended in the last ten. */
const insertTerms = (sql: Sql) => sql`
  update billings set due_at = now() + interval '1 day' * (abs(hashtext(id::text)) / 10 % 50 - 10)
   where state = 'pledged' and hashtext(id::text) % 10 = 0`;

const insertWaiting = (sql: Sql) => sql`
  insert into waiting_requests (holder, email, company, course_id, course_type, branch, city, session, study_year, seats, min_seats)
  select 'email:hr@waits' || n || '.example', 'hr@waits' || n || '.example', 'domain:waits' || n || '.example', c.id, c.course_type, c.branch,
         c.city, c.session, c.study_year, 10000, 10000
    from (select *, row_number() over (order by id) as n from courses where session = (select name from academic_sessions where state = 'open')) c
   where n <= ${WAITING}::int`;

/** Half of the adoptions that are paid for were paid online. */
const insertPayments = (sql: Sql) => sql`
  insert into payments (billing_id, user_id, provider, method, amount_paise, status, transaction_id, captured_paise, captured_currency, created_at, settled_at)
  select id, user_id, 'sandbox', 'netbanking', total_paise, 'captured', 'bench_' || id, total_paise, 'INR', verified_at, verified_at + interval '5 minutes'
    from billings where state = 'completed' and hashtext(id::text) % 2 = 0`;

/** The others were paid by bank; and for some thousand pledges an entry waits, was rejected, or bounced. */
const insertReceipts = (sql: Sql) => sql`
  insert into bank_receipts (mode, state, billing_id, credited_on, amount_paise, tds_paise, reference, payer, recorded_by, recorded_at, confirmed_by, confirmed_at)
  select 'NEFT', entry, id, (verified_at + interval '5 days')::date, total_paise, 0, upper(left(md5(id::text), 16)), sponsor->>'company',
         gen_random_uuid(), verified_at + interval '6 days', case when entry in ('confirmed', 'bounced') then gen_random_uuid() end,
         case when entry in ('confirmed', 'bounced') then verified_at + interval '7 days' end
    from (select *, case when state = 'completed' then 'confirmed' else (array['recorded', 'rejected', 'bounced'])[1 + abs(hashtext(id::text)) / 20 % 3] end as entry
            from billings where state = 'completed' and hashtext(id::text) % 2 <> 0 or state = 'pledged' and hashtext(id::text) % 20 = 0) b`;

/** Of some thousand adoptions a part was paid back, or is owed. */
async function insertRefunds(sql: Sql): Promise<void> {
  await sql`
    insert into refunds (mode, state, billing_id, paid_on, amount_paise, reference, recorded_by, recorded_at, confirmed_by, confirmed_at)
    select 'NEFT', 'done', id, (verified_at + interval '30 days')::date, 100000, upper(left(md5(id::text), 16)), gen_random_uuid(),
           verified_at + interval '30 days', gen_random_uuid(), verified_at + interval '31 days'
      from billings where state = 'completed' and hashtext(id::text) % 20 = 3`;
  await sql`
    insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, refund_ref, next_try_at, due_at, processed_at)
    select id, billing_id, 100000, 'reduced', 'processed', 'rfnd_' || id, null, settled_at + interval '30 days', settled_at + interval '31 days'
      from payments where hashtext(billing_id::text) % 20 = 4`;
  await sql`
    update billings set received_paise = total_paise + 100000
     where state = 'completed' and hashtext(id::text) % 100 = 5`;
}

/** A proforma invoice of each pledge, and a receipt of the money of each adoption that is paid for; a hundredth was issued again. */
async function insertPapers(sql: Sql): Promise<void> {
  await sql`
    with facts as (
      select id as billing_id, 'proforma' as kind, 'PI' as series, id::text as source, verified_at as at, jsonb_build_object('duePaise', total_paise) as shown
        from billings where state = 'pledged'
      union all
      select billing_id, 'receipt', 'PR', id::text, confirmed_at, jsonb_build_object('money', jsonb_build_object('amountPaise', amount_paise, 'tdsPaise', tds_paise))
        from bank_receipts where state in ('confirmed', 'bounced')
      union all
      select billing_id, 'receipt', 'PR', id::text, settled_at, jsonb_build_object('money', jsonb_build_object('amountPaise', amount_paise, 'tdsPaise', 0))
        from payments where status = 'captured'
      union all
      select billing_id, 'credit_note', 'CN', id::text, confirmed_at, jsonb_build_object('money', jsonb_build_object('amountPaise', amount_paise, 'tdsPaise', 0))
        from refunds where state = 'done'),
    revisions as (
      select facts.*, revision, at + interval '1 day' * revision as issued_at, gen_random_uuid() as id
        from facts cross join generate_series(1, 2) revision where revision = 1 or hashtext(source) % 100 = 0),
    numbered as (
      select r.*, y.year, row_number() over (partition by series, y.year order by issued_at, id) as number,
             lag(id) over (partition by kind, source order by revision) as replaces
        from revisions r cross join lateral (select extract(year from issued_at - interval '3 months')::int as first) f
       cross join lateral (select f.first || '-' || lpad(((f.first + 1) % 100)::text, 2, '0') as year) y)
    insert into papers (id, kind, billing_id, source, revision, series, financial_year, number, serial, data, replaces_id, issued_at)
    select n.id, kind, n.billing_id, source, revision, series, year, number, series || '/' || year || '/' || lpad(number::text, 6, '0'),
           jsonb_build_object('kind', kind, 'reference', b.reference, 'sponsor', b.sponsor, 'totalPaise', b.total_paise, 'body', body.text) || shown,
           replaces, issued_at
      from numbered n join billings b on b.id = n.billing_id
     cross join (select jsonb_build_object('address', repeat('Arera Hills, Bhopal ', 40)) as text) body`;
  await sql`
    insert into paper_series (series, financial_year, last_number) select series, financial_year, max(number) from papers group by 1, 2`;
}

/** The money of students is passed on after half a year: a transfer a month to each institute, of which the newest ones wait. */
const insertTransfers = (sql: Sql) => sql`
  with lines as materialized (
    select i.billing_id, i.course_id, i.seats * i.price_paise as paise, c.institute_id, date_trunc('month', b.verified_at) as month
      from billing_items i join billings b on b.id = i.billing_id join courses c on c.id = i.course_id
     where b.state = 'completed' and b.verified_at < now() - interval '180 days' and i.seats > 0 and c.institute_id is not null
       and exists (select from enrolments e where e.billing_id = i.billing_id and e.course_id = i.course_id)),
  sums as (select gen_random_uuid() as id, institute_id, month, sum(paise) as paise from lines group by institute_id, month),
  made as (
    insert into releases (id, institute_id, kind, state, mode, reference, paid_on, amount_paise, recorded_by, confirmed_by, confirmed_at)
    select id, institute_id, 'passed_on', case when is_open then 'recorded' else 'confirmed' end, 'NEFT', upper(left(md5(id::text), 16)),
           (month + interval '180 days')::date, paise, gen_random_uuid(), case when not is_open then gen_random_uuid() end, case when not is_open then now() end
      from (select *, hashtext(id::text) % 50 = 0 as is_open from sums) sums)
  insert into release_lines (release_id, billing_id, course_id, amount_paise)
  select sums.id, lines.billing_id, lines.course_id, lines.paise from lines join sums using (institute_id, month)`;

/** Each institute has an account, and a file for the bank pays 200 of the transfers. */
async function insertBankFile(sql: Sql): Promise<void> {
  await sql`
    insert into payee_accounts (institute_id, account_name, account_number, ifsc, state, confirmed_at)
    select id, 'Principal', '00123456789', 'SBIN0001234', 'confirmed', now() from institutes`;
  await sql`insert into bank_files (number, pay_on, prepared_by) values (1, current_date, gen_random_uuid())`;
  await sql`
    update releases r set bank_file_id = f.id, bank_file_position = paid.n, payee_account_id = a.id
      from (select id, institute_id, row_number() over (order by id) as n from releases order by id limit 200) paid
      join payee_accounts a using (institute_id) cross join bank_files f
     where r.id = paid.id`;
}

/** Three of four offers have stated for every financial year that half of their money is used. */
const insertUses = (sql: Sql) => sql`
  with years as (
    select distinct l.course_id, year, make_date(year + 1, 3, 31) as until from release_lines l
     cross join generate_series(extract(year from now() - interval '3 months')::int - 2, extract(year from now() - interval '3 months')::int - 1) year
     where hashtext(l.course_id::text) % 4 <> 0),
  parts as materialized (
    select y.course_id, y.year, l.billing_id, sum(l.amount_paise)::bigint as passed from years y
      join release_lines l using (course_id) join releases r on r.id = l.release_id and r.state = 'confirmed' and r.paid_on <= y.until
     group by 1, 2, 3),
  made as (
    insert into uses (course_id, financial_year, revision, used_paise, passed_paise, stated_by)
    select course_id, year || '-' || lpad(((year + 1) % 100)::text, 2, '0'), 1, sum(passed / 2), sum(passed), gen_random_uuid() from parts group by course_id, year
    returning id, course_id, financial_year)
  insert into use_lines (use_id, billing_id, course_id, used_paise, passed_paise)
  select made.id, parts.billing_id, parts.course_id, parts.passed / 2, parts.passed
    from parts join made on made.course_id = parts.course_id and left(made.financial_year, 4)::int = parts.year`;

/** Gives a registered sponsor many of the adoptions that are paid for. @returns its id */
async function gatherAdoptions(sql: Sql): Promise<string> {
  const [sponsor] = await sql<[{ id: string }]>`select id from users where kind = 'registered' order by id limit 1`;
  await sql`
    update billings set user_id = ${sponsor.id}
     where id in (select id from billings where state = 'completed' order by id limit ${ADOPTIONS})`;
  return sponsor.id;
}

async function readDepartment(sql: Sql, sponsorId: string): Promise<Department> {
  const sessions = await sql<{ name: string }[]>`select name from academic_sessions order by first_day`;
  const [course] = await sql<[{ id: string; institute_id: string }]>`
    select c.id, c.institute_id from courses c join billing_items i on i.course_id = c.id
     where exists (select from enrolments where course_id = c.id) and c.session = (select name from academic_sessions where state = 'open')
     group by c.id order by count(*) desc limit 1`;
  const [billing] = await sql<[{ id: string; reference: string }]>`
    select id, reference from billings where user_id = ${sponsorId} and state = 'completed' limit 1`;
  const [use] = await sql<[{ year: string }]>`select max(financial_year) as year from uses`;
  return {
    sessions: sessions.slice(-3).map(({ name }) => name) as Department['sessions'],
    instituteId: course.institute_id,
    courseId: course.id,
    reference: billing.reference,
    sponsorId,
    billingId: billing.id,
    financialYear: use.year,
  };
}
