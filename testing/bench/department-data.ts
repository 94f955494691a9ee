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
  return {
    sessions: sessions.slice(-3).map(({ name }) => name) as Department['sessions'],
    instituteId: course.institute_id,
    courseId: course.id,
    reference: billing.reference,
    sponsorId,
    billingId: billing.id,
  };
}
