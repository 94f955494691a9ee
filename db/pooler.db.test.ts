import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql as template } from 'drizzle-orm';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { applyImport } from '@/lib/catalogue-import/mutations';
import type { ImportContent } from '@/lib/catalogue-import/schema';
import { databaseProblem } from '@/lib/platform/startup';
import { findProblems, withDatabase } from '@/scripts/lib/backup';
import { freePort } from '@/scripts/lib/embedded-postgres';
import { root } from '@/scripts/lib/programs';
import { prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { closeDatabase, db, sql, withLongStatements, type Database } from './client';
import { migrate } from './migrate';
import { unreadyReason } from './readiness';
import { transaction } from './transaction';

const { url } = useTestDatabase();
const role = `site_${randomUUID().replaceAll('-', '')}`;

/** Lets the program connect to another address. */
async function connectTo(address: string, pooler?: 'transaction'): Promise<void> {
  await closeDatabase();
  process.env.DATABASE_URL = address;
  if (pooler) process.env.DATABASE_POOLER = pooler;
  else delete process.env.DATABASE_POOLER;
}

test('parameters for other drivers in the address are left out', async () => {
  const address = new URL(url);
  address.search = '?channel_binding=require&pgbouncer=true&connection_limit=1&pool_timeout=20';
  await connectTo(address.href);
  const [row] =
    await sql()`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
  expect(row).toEqual({ statement: '8s', lock: '5s' });
  await connectTo(url);
});

test('behind a pooler transactions read and write days, times, amounts and JSON as other statements do', async () => {
  await connectTo(url, 'transaction');
  const values = { day: '2026-04-01', time: new Date('2026-04-01T10:00:00Z'), amount: 10_00, fields: { city: 'Rewa' } };
  const read = async (database: Database) => {
    const { day, time, amount, fields } = values;
    const [row] = await database.execute(
      template`select ${day}::date as day, ${time}::timestamptz as time, ${amount}::bigint as amount, ${JSON.stringify(fields)}::jsonb as fields`,
    );
    return row;
  };
  expect(await read(db())).toEqual(values);
  expect(await transaction(read)).toEqual(values);
  await connectTo(url);
});

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;

describe.skipIf(!isInstalled)('behind PgBouncer in transaction mode', () => {
  let owner: Sql;
  let folder: string;
  let bouncer: ChildProcess;

  beforeAll(async () => {
    owner = postgres(url, { max: 1, onnotice: () => undefined });
    await owner.unsafe(`create role ${role} login password '${role}'`);
    await owner.unsafe((await readFile(join(root, 'db/site-role.sql'), 'utf8')).replaceAll(':"site"', role));
    await owner.unsafe(`alter role ${role} set statement_timeout = '8s'; alter role ${role} set lock_timeout = '5s'`);
    folder = await mkdtemp(join(tmpdir(), 'seat-adoption-pooler-'));
    await chmod(folder, 0o755);
    const { hostname, port, pathname } = new URL(url);
    const listen = await freePort();
    await writeFile(join(folder, 'users.txt'), `"${role}" "${role}"\n`);
    await writeFile(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
`,
    );
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    bouncer = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { ...user, stdio: 'ignore' });
    const address = new URL(`postgres://${role}:${role}@127.0.0.1:${listen}${pathname}?pgbouncer=true`);
    await connectTo(address.href, 'transaction');
    for (let attempt = 0; attempt < 50; attempt++) {
      if (await sql()`select 1`.catch(() => null)) break;
      await pause(100);
    }
  });
  afterAll(async () => {
    await connectTo(url);
    bouncer.kill('SIGKILL');
    await once(bouncer, 'exit');
    await owner.unsafe(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('forty adoptions at a time take their seats over three connections', async () => {
    const course = await makeCourse({ totalSeats: 30 });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { subject, code } = await prepareAdoption([{ course, seats: 1 }]);
        return (await pledgeSeats(subject, code)).ok;
      }),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(30);
    const [row] = await sql()`select adopted_seats from courses where id = ${course.id}`;
    expect(row).toEqual({ adopted_seats: 30 });
  });

  test('statements have the time limits of the role; an import has its own, which ends with it', async () => {
    const limit = () => sql()`select current_setting('statement_timeout') as limit`;
    const limits = await Promise.all(Array.from({ length: 6 }, limit));
    expect(limits.flat()).toEqual(Array(6).fill({ limit: '8s' }));
    expect(
      await withLongStatements(60_000, (own) =>
        own.execute(template`select current_setting('statement_timeout') as limit`),
      ),
    ).toEqual([{ limit: '1min' }]);
    expect((await Promise.all(Array.from({ length: 6 }, limit))).flat()).toEqual(Array(6).fill({ limit: '8s' }));
    const row = {
      line: 2,
      city: 'Bhopal',
      institute: 'Pooled College',
      courseType: 'B.Tech' as const,
      branch: 'Civil',
      totalSeats: 30,
      pricePaise: 1_000_000,
    };
    const content: ImportContent = { rows: [row], institutes: [], optional: [], places: [] };
    expect(await applyImport(content, 'command', { fileName: 'pooled.csv', sha256: 'a'.repeat(64) })).toMatchObject({
      ok: true,
      added: 1,
    });
  });

  test('the check of the data leaves the limits as they are, and migrations are refused', async () => {
    const address = process.env.DATABASE_URL!;
    expect(await withDatabase(address, findProblems)).toEqual([]);
    await expect(migrate(address)).rejects.toThrow(`${new URL(address).host} is a pooler`);
    const limit = () => sql()`select current_setting('statement_timeout') as limit`;
    expect((await Promise.all(Array.from({ length: 6 }, limit))).flat()).toEqual(Array(6).fill({ limit: '8s' }));
  });

  test('without DATABASE_POOLER the site says that it is missing', async () => {
    const address = process.env.DATABASE_URL!;
    await connectTo(address);
    expect(await databaseProblem()).toMatch(/^DATABASE_URL is the address of a pooler: set DATABASE_POOLER/);
    await connectTo(address, 'transaction');
  });

  test('a role without time limits is not ready, and the log says why', async () => {
    expect(await unreadyReason()).toBeNull();
    await owner.unsafe(`alter role ${role} reset statement_timeout`);
    // The pooler's connections have the limits of when they were opened.
    await owner`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`;
    await expect
      .poll(() => unreadyReason().catch(() => null))
      .toMatch(/no time limits, see docs\/operators\.md#poolers/);
  });
});
