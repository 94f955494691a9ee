import postgres from 'postgres';
import { connect } from '@/db/client';
import { unprepared } from '@/db/fragments';
import { readStats } from '@/lib/admin/stats/queries';
import { FAR_BEHIND, runIsFarBehind, runRead } from '@/lib/admin/stats/statements';
import { countRecords, latestUsers, listBillingRows } from '@/lib/admin/users-and-billings/queries';
import { billingSlice, recordCounts, userSlice } from '@/lib/admin/users-and-billings/statements';
import { makeAdmin } from '@/testing/db/admin';
import { insertBulk } from '@/testing/db/bulk';
import { measureRow, rate, type Row } from './measure';

const PAGES = 100;
/** As many connections as the shared pool. */
const POOL = 10;
const CLIENTS = 4;
const NEWEST = { sort: 'created', dir: 'desc' } as const;
const [FIRST, FIVE] = [50, 5];

/**
 * Dashboards read per second among 100,000 users and 200,000 billings: counts, statistics, the latest users and the
 * first page of billings, compared with the same statements issued by postgres.js. Also prints the duration of one read
 * among 100 users and 200 billings.
 */
export async function measureDashboard(): Promise<Row> {
  const { scope } = await makeAdmin();
  const bare = postgres(process.env.DATABASE_URL!, { max: POOL });
  const pages = Array.from({ length: PAGES }, (_, n) => n);
  const program = async () => {
    const [counts, users, billings] = await Promise.all([
      countRecords(scope),
      latestUsers(scope, FIVE),
      listBillingRows(scope, NEWEST, { page: 1, size: FIRST }),
      readStats(scope),
    ]);
    return users.length === FIVE && billings.rows.length === FIRST && billings.total === counts.billings;
  };
  const slice = { offset: 0, backwards: false };
  const statements = () => [
    bare`${recordCounts()}`,
    unprepared(bare`${userSlice(NEWEST, { ...slice, limit: FIVE })}`),
    unprepared(bare`${billingSlice(NEWEST, { ...slice, limit: FIRST })}`),
    bare`${recordCounts()}`,
  ];
  const floor = async () => {
    const figures = runIsFarBehind(bare, FAR_BEHIND).then(() => runRead(bare));
    const [, users, billings] = await Promise.all([...statements(), figures]);
    return (users as unknown[]).length === FIVE && (billings as unknown[]).length === FIRST;
  };
  try {
    await fill(100, 200);
    await rate(pages, CLIENTS, program);
    const few = await rate(pages, CLIENTS, program);
    await fill(99_900, 199_800);
    const row = await measureRow(
      { what: 'dashboards of 100,000 and 200,000, library : bare', unit: 'pages/s', target: 0.8 },
      async () => ({ program: () => rate(pages, CLIENTS, program), floor: () => rate(pages, CLIENTS, floor) }),
    );
    const many = row.program.toSorted((a, b) => a - b)[Math.floor(row.program.length / 2)]!;
    console.info(
      `dashboards/s among 100 users and 200 billings: ${few.toFixed(0)}; among 100,000 and 200,000: ${many.toFixed(0)}`,
    );
    return row;
  } finally {
    await bare.end();
  }
}

/** A separate connection: inserting the rows takes longer than the statement timeout of the program. */
async function fill(users: number, billings: number): Promise<void> {
  const { sql: own } = connect(process.env.DATABASE_URL!, { max: 1 });
  await own`set statement_timeout = 0`;
  await insertBulk(own, { users, billings });
  await own.end();
}
