import { Agent } from 'node:http';
import postgres from 'postgres';
import { COURSE_TYPES } from '@/db/schema/enums';
import places from '@/lib/catalogue/places/places.json';
import { read, startApp, type RunningApp } from './app';
import { createDatabase } from './database';
import { measureRow, rate, type Row } from './measure';

const REQUESTS = 10;
const CLIENTS = 2;
const CITY = 'Bhopal';
const OTHER_CITIES = places
  .map(({ name }) => name)
  .filter((name) => name !== CITY)
  .slice(0, 100);

/** Courses of the whole catalogue, and those of the measured city's B.Tech list. */
const SMALL = { courses: 400, listed: 30 };
const MEDIUM = { courses: 5_000, listed: 300 };
const LARGE = { courses: 50_000, listed: 900 };

/** Pages whose cost may depend on the catalogue, with the least ratio of their rates among 50,000 and 400 courses. */
const PAGES = [
  { path: '/', target: 0.67 },
  { path: '/select-region/B.Tech', target: 0.67 },
  { path: `/course-list/${CITY}/B.Tech`, target: 0.33 },
  { path: '/search?q=civil+near+Pithampur', target: 0.2 },
  { path: '/plan?budget=25+lakh', target: 0.05 },
];

/**
 * Pages per second of the production build among 5,000 and among 50,000 courses, compared with 400: one server and one
 * database for each size, in alternating rounds, while something writes.
 */
export async function measureGrowth(): Promise<Row[]> {
  const apps: RunningApp[] = [];
  const writer = startWriter(await createDatabase('growth_writer'));
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  try {
    for (const size of [SMALL, MEDIUM, LARGE]) apps.push(await startApp({ DATABASE_URL: await catalogueOf(size) }));
    const [small, medium, large] = apps as [RunningApp, RunningApp, RunningApp];
    const requests = Array.from({ length: REQUESTS }, (_, n) => n);
    const pagesOf = (app: RunningApp, path: string) => () =>
      rate(requests, CLIENTS, () => read(app.url + path, agent).then(({ status }) => status === 200));
    const rows: Row[] = [];
    for (const { path, target } of PAGES)
      for (const [app, { courses }] of [
        [medium, MEDIUM],
        [large, LARGE],
      ] as const)
        rows.push(
          await measureRow(
            { what: `${path}, ${courses} : ${SMALL.courses} courses`, unit: 'pages/s', target },
            async () => ({ program: pagesOf(app, path), floor: pagesOf(small, path) }),
          ),
        );
    return rows;
  } finally {
    agent.destroy();
    for (const app of apps) await app.stop();
    await writer.stop();
  }
}

const WRITES_PER_SECOND = 30;

/** Writes to another database of the server all the time, as limits, sessions and codes do in production. */
function startWriter(url: string) {
  const sql = postgres(url, { max: 1 });
  const write = () =>
    void sql`insert into rate_limits (key, points, expire) values (gen_random_uuid()::text, 1, now())`.execute();
  const timer = setInterval(write, 1000 / WRITES_PER_SECOND);
  return {
    stop: () => {
      clearInterval(timer);
      return sql.end();
    },
  };
}

/**
 * Creates a database with a catalogue: `listed` B.Tech courses in one city, the rest of all types in 100 other cities,
 * ten courses an institute, prices of 40 different values. Returns its address.
 */
export async function catalogueOf(
  { courses, listed }: { courses: number; listed: number },
  name = `growth_${courses}`,
): Promise<string> {
  const url = await createDatabase(name);
  const sql = postgres(url, { max: 1 });
  await sql`
    with numbers as (
      select n, n <= ${listed}::int as is_listed, (n - 1) / 10 as institute from generate_series(1, ${courses}::int) n
    ), places as (
      select distinct on (institute) institute, gen_random_uuid() as id,
             case when is_listed then ${CITY}::text else (${OTHER_CITIES}::text[])[1 + institute % 100] end as city
        from numbers order by institute, n
    ), made as (
      insert into institutes (id, name, city) select id, 'Institute ' || institute, city from places
    )
    insert into courses (institute_id, city, course_type, branch, total_seats, price_paise)
    select p.id, p.city, case when n.is_listed then 'B.Tech' else (${[...COURSE_TYPES]}::text[])[1 + n.n % 5] end,
           (array['Civil', 'Mechanical', 'Computer Science', 'Electrical', 'Mining'])[1 + n.n % 5] || ' ' || n.n % 10, 60, 1200000 + n.n % 40 * 350000
      from numbers n join places p using (institute)`;
  await sql`analyze`;
  await sql.end();
  return url;
}
