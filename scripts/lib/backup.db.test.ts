import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql as template } from 'drizzle-orm';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, databaseOn, sql } from '@/db/client';
import { migrate } from '@/db/migrate';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { withDatabaseName } from '@/testing/db/database-url';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { backUp, findProblems, recordRestore, restore, withDatabase, type Manifest } from './backup';
import { freePort } from './embedded-postgres';

const { url: testUrl } = useTestDatabase();

test('checks find seats and money that do not add up, and a broken audit log', async () => {
  const problems = () => withDatabase(testUrl, findProblems);
  const { id: courseId } = await makeAdoption();
  await sql()`insert into audit_log (actor, action) values ('command', 'admin.created')`;
  expect(await problems()).toEqual([]);
  await sql()`update courses set adopted_seats = adopted_seats + 1 where id = ${courseId}`;
  await sql()`alter table audit_log disable trigger user`;
  await sql()`update audit_log set actor = 'nobody'`;
  expect(await problems()).toEqual([
    'the seats of 1 courses do not add up',
    expect.stringMatching(/^the audit log is broken, first at entry \d+$/),
  ]);
});

async function makeAdoption() {
  const course = await makeCourse();
  const { userId } = await makeSponsorAccount();
  const adoption = {
    userId,
    state: 'completed',
    lines: [{ course, seats: 2 }],
    payments: [{ status: 'captured' }],
  } as const;
  await sql().begin((own) => insertAdoption(own as unknown as Sql, adoption));
  return course;
}

// pg_dump refuses servers newer than itself, and the embedded one is: so the test starts the server that belongs to it.
const version = /\d+/.exec(spawnSync('pg_dump', ['--version']).stdout?.toString() ?? '')?.[0];
const bin = `/usr/lib/postgresql/${version}/bin`;
const isInstalled = version !== undefined && spawnSync(join(bin, 'postgres'), ['--version']).status === 0;

describe.skipIf(!isInstalled)('backup and restore', () => {
  let home: string;
  let server: string;
  let admin: Sql;
  let url: string;
  let file: string;
  const asPostgres = async (program: string, args: string[]) => {
    const command = [join(bin, program), ...args];
    const [name, ...rest] =
      process.getuid?.() === 0
        ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
        : command;
    await promisify(execFile)(name!, rest, { cwd: '/' });
  };
  const newDatabase = async (name: string) => {
    await admin`create database ${admin(name)}`;
    return withDatabaseName(server, name);
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'seat-adoption-backup-'));
    await chmod(home, 0o777);
    const port = await freePort();
    const cluster = join(home, 'cluster');
    await asPostgres('initdb', [
      '-D',
      cluster,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ]);
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    await asPostgres('pg_ctl', ['-D', cluster, '-o', options, '-l', join(home, 'log'), '-w', 'start']);
    server = `postgres://postgres@127.0.0.1:${port}/postgres`;
    admin = postgres(server, { max: 1, onnotice: () => undefined });
    url = await newDatabase('site');
    await migrate(url);
    await mkdir(join(home, 'backups'));
    file = join(home, 'backups', 'site.dump');
    await closeDatabase();
    process.env.DATABASE_URL = url;
    await makeAdoption();
    await sql()`insert into audit_log (actor, action) values ('command', 'admin.created'), ('command', 'admin.changed')`;
  });
  afterAll(async () => {
    await closeDatabase();
    process.env.DATABASE_URL = testUrl;
    await admin.end();
    await asPostgres('pg_ctl', ['-D', join(home, 'cluster'), '-m', 'immediate', 'stop']);
    await rm(home, { recursive: true, force: true });
  });

  test('a backup made while adoptions go on is restored into a new database with all rows', async () => {
    const writing = new AbortController();
    const adopting = (async () => {
      while (!writing.signal.aborted) await makeAdoption();
    })();
    const { manifest, problems } = await backUp(url, file);
    writing.abort();
    await adopting;
    expect(problems).toEqual([]);
    expect(manifest.rows['public.billings']).toBeGreaterThanOrEqual(1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(join(home, 'backups'))).sort()).toEqual(['site.dump', 'site.dump.json']);

    const fresh = await newDatabase('restored');
    expect(await restore(fresh, file)).toEqual({ manifest, problems: [] });
    await migrate(fresh);
    expect(await withDatabase(fresh, findProblems)).toEqual([]);
    const counted = await withDatabase(fresh, (own) =>
      own.execute(template`select count(*) as billings from billings`),
    );
    expect(counted[0]).toEqual({ billings: manifest.rows['public.billings'] });
  });

  test('security 146: numbers of papers that were issued after the backup are not given again', async () => {
    const own = postgres(url, { max: 1, onnotice: () => undefined });
    const issue = async (connection: Sql) => {
      const [pledge] = await connection<
        { id: string }[]
      >`select id from billings where state = 'pledged' order by id limit 1`;
      await connection`update billings set version = version + 1, paper_details = jsonb_build_object('purchase_order', version::text)`;
      return (
        await issuePaper(
          { kind: 'proforma', billingId: pledge!.id, source: pledge!.id },
          { database: databaseOn(connection) },
        )
      ).serial;
    };
    const { userId } = await makeSponsorAccount();
    await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course: await makeCourse(), seats: 1 }] });
    await issue(own);
    const copy = join(home, 'papers.dump');
    const { manifest } = await backUp(url, copy);
    const lost = [await issue(own), await issue(own)];
    await own.end();

    const fresh = await newDatabase('numbers');
    await restore(fresh, copy);
    await recordRestore(fresh, manifest.at, 1000);
    expect(await withDatabase(fresh, findProblems)).toEqual([]);
    const restored = postgres(fresh, { max: 1, onnotice: () => undefined });
    const next = [await issue(restored), await issue(restored)];
    expect(next.map((serial) => serial.slice(-7))).toEqual(['/001002', '/001003']);
    expect(lost.filter((serial) => next.includes(serial))).toEqual([]);
    const entries = await restored`
      select action, subject, after from audit_log where action in ('database.restored', 'paper.numbers_skipped') order by id`;
    expect(entries[0]).toEqual({ action: 'database.restored', subject: null, after: { backup_of: manifest.at } });
    expect(entries).toContainEqual({
      action: 'paper.numbers_skipped',
      subject: lost[0]!.slice(0, -7),
      after: { from: 2, to: 1001 },
    });
    // A gap without an entry is still a problem, and so is a number within one.
    expect(await withDatabase(fresh, findProblems)).toEqual([]);
    await restored`alter table papers disable trigger papers_only_grow`;
    await restored`update papers set number = 500 where number = 1002`;
    expect(await withDatabase(fresh, findProblems)).toEqual(['the numbers of 1 series of papers have gaps']);
    await restored.end();
  });

  test('it is refused where there are tables, and tells what is missing', async () => {
    await expect(restore(url, file)).rejects.toThrow(/The database has \d+ tables already/);
    const text = await readFile(`${file}.json`, 'utf8');
    const manifest = JSON.parse(text) as Manifest;
    manifest.rows['public.billings']! += 1;
    manifest.auditHash = 'f'.repeat(64);
    await writeFile(`${file}.json`, JSON.stringify(manifest));
    const { problems } = await restore(await newDatabase('incomplete'), file);
    expect(problems).toEqual([
      expect.stringMatching(/^public\.billings has \d+ rows instead of \d+$/),
      'the audit log lacks the last entry of the backup',
    ]);
    await writeFile(`${file}.json`, text);
  });

  test('a damaged file restores nothing, and a backup that fails leaves no file', async () => {
    const damaged = join(home, 'backups', 'damaged.dump');
    await writeFile(damaged, (await readFile(file)).subarray(0, 20_000));
    await writeFile(`${damaged}.json`, await readFile(`${file}.json`));
    const empty = await newDatabase('empty');
    await expect(restore(empty, damaged)).rejects.toThrow(/pg_restore ended with/);
    expect(
      await withDatabase(empty, (own) =>
        own.execute(template`select from information_schema.tables where table_schema = 'public'`),
      ),
    ).toHaveLength(0);
    const nowhere = join(home, 'nowhere', 'site.dump');
    await expect(backUp(url, nowhere)).rejects.toThrow(/ENOENT/);
    await expect(backUp(withDatabaseName(server, 'no_such_database'), file)).rejects.toThrow(/does not exist/);
    expect((await readdir(join(home, 'backups'))).sort()).toEqual([
      'damaged.dump',
      'damaged.dump.json',
      'site.dump',
      'site.dump.json',
    ]);
  });
});
