import postgres from 'postgres';
import { connect, databaseOn } from '@/db/client';
import { allotSeats } from '@/lib/waiting/allot';
import { catalogueOf } from './growth';
import { measureRow, median, type Row } from './measure';

/** Requests, and how many of them get an offer in each round. */
const LARGE = { courses: 50_000, listed: 900, requests: 20_000 };
const SMALL = { courses: 500, listed: 30, requests: 200 };
const OFFERS = 5;
/** Offers of the run in which many seats become free at once. */
const MANY = 5_000;
const IDLE_RUNS = 11;

/**
 * Runs of the job that offers free seats per second, each with a few offers, among 50,000 courses and 20,000 requests,
 * compared with 500 and 200. Two of three courses are full; of ten requests six are for one of them, two for a branch in a
 * city and two near a place, with a minimum that is not free. Prints the time of runs without an offer, and of one with many.
 */
export async function measureWaiting(): Promise<Row> {
  const [large, small] = [await makeList('waiting_large', LARGE), await makeList('waiting_small', SMALL)];
  const runsPerSecond = async ({ database }: WaitingList, offers: number) => {
    const started = performance.now();
    const made = await allotSeats(database);
    if (made !== offers) throw new Error(`${made} offers instead of ${offers}`);
    return 1000 / (performance.now() - started);
  };
  const idle: number[] = [];
  for (let run = 0; run < IDLE_RUNS; run++) idle.push(1000 / (await runsPerSecond(large, 0)));
  console.log(`waiting list without offers: ${median(idle).toFixed(0)} ms`);
  const row = await measureRow(
    { what: 'runs with 5 offers, 50,000 : 500 courses', unit: 'runs/s', target: 0.03 },
    async () => {
      await Promise.all([large.free(OFFERS), small.free(OFFERS)]);
      return { program: () => runsPerSecond(large, OFFERS), floor: () => runsPerSecond(small, OFFERS) };
    },
  );
  await large.free(MANY);
  console.log(`waiting list with ${MANY} offers: ${(1000 / (await runsPerSecond(large, MANY))).toFixed(0)} ms`);
  await Promise.all([large.end(), small.end()]);
  return row;
}

type WaitingList = Awaited<ReturnType<typeof makeList>>;

async function makeList(name: string, { requests, ...size }: typeof LARGE) {
  const url = await catalogueOf(size, name);
  const sql = postgres(url, { max: 1 });
  await sql`
    with numbered as (select id, row_number() over (order by id) as n from courses)
    update courses set adopted_seats = case when n % 3 = 0 then total_seats - 10 else total_seats end from numbered where numbered.id = courses.id`;
  await sql`
    with wishes as (
      select *, n % 10 < 6 as is_one, n % 10 in (6, 7) as is_near, 'hr@company' || n || '.example' as address
        from (select *, row_number() over (order by id) as n from courses where adopted_seats = total_seats) full_courses
       where n <= ${requests}::int)
    insert into waiting_requests (holder, email, company, course_id, course_type, branch, city, radius_km, session, study_year, seats, min_seats)
    select 'email:' || address, address, 'domain:company' || n || '.example', case when is_one then id end, course_type, branch, city,
           case when is_near then 50 end, session, study_year, 10000, case when is_one then 1 else 10000 end
      from wishes`;
  await sql`analyze`;
  const pool = connect(url, { max: 2 }).sql;
  return {
    database: databaseOn(pool),
    /** Frees a seat of each of some courses that one person waits for. */
    free: (courses: number) => sql`
      update courses set adopted_seats = adopted_seats - 1 where id in (
        select course_id from waiting_requests where course_id is not null and offer_id is null
         group by 1 having count(*) = 1 order by 1 limit ${courses}::int)`,
    end: () => Promise.all([sql.end(), pool.end()]),
  };
}
