import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { migrate } from '@/db/migrate';
import { retryOnConflict } from '@/lib/core/conflict';
import { insertBulk } from '@/testing/db/bulk';
import { withDatabaseName } from '@/testing/db/database-url';
import { migrateAsOf } from '@/testing/db/migrate-as-of';
import type { Row } from './measure';

const USERS = 100_000;
const BILLINGS = 200_000;
/** Of a write, as in the program. */
const ATTEMPTS = 3;
/** The release that is updated: the oldest that the function which fills the database knows. */
const RELEASE = '0016_gateway_refunds';

/**
 * The longest wait of a write while a database of an earlier release with 100,000 users and 200,000 adoptions is
 * migrated, as its inverse; the other side is the most that it may be, one second.
 */
export async function measureMigrations(): Promise<Row> {
  const admin = postgres(process.env.DATABASE_URL!, { max: 1 });
  const name = 'bench_migrations';
  await admin`create database ${admin(name)}`;
  const url = withDatabaseName(process.env.DATABASE_URL!, name);
  const sql = postgres(url, { max: 5, onnotice: () => undefined });
  let running = true;
  let longest = 0;
  let deadlocks = 0;
  /** Repeats a write until the end. One that fails in a deadlock is tried again, as the program does. */
  const write = async (work: () => Promise<unknown>) => {
    for (; running; await pause(5)) {
      const begun = performance.now();
      await retryOnConflict(ATTEMPTS, (attempt) => {
        if (attempt > 1) deadlocks += 1;
        return work();
      });
      longest = Math.max(longest, performance.now() - begun);
    }
  };
  try {
    await migrateAsOf(url, RELEASE);
    await insertBulk(sql, { users: USERS, billings: BILLINGS });
    const writes = Promise.all([
      write(() => sql`update users set updated_at = now() where id = (select id from users limit 1)`),
      write(() => sql`update billings set created_at = created_at where id = (select id from billings limit 1)`),
      write(() => sql`update courses set held_seats = held_seats where id = (select id from courses limit 1)`),
      write(
        () => sql`insert into billing_events (billing_id, event, from_state, to_state, actor)
                  select id, 'note', state, state, 'system' from billings limit 1`,
      ),
    ]);
    await migrate(url);
    running = false;
    await writes;
    const what = `longest wait of a write during migrations since ${RELEASE} (${deadlocks} deadlocks), 1 s : measured`;
    return { what, unit: '1/s', program: [1000 / longest], floor: [1], target: 1 };
  } finally {
    running = false;
    await sql.end({ timeout: 5 });
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end();
  }
}
