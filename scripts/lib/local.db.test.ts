import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { databaseLabel } from '@/lib/platform/address';
import { useTestDatabase } from '@/testing/db/database';
import { withNewDatabase } from '@/testing/db/new-database';
import { filesUnder } from './files';
import { root, serverScript } from './programs';

const { url } = useTestDatabase();
const label = databaseLabel(url);

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'seat-adoption-local-'));
  await chmod(home, 0o711);
  await writeFile(
    join(home, 'courses.csv'),
    'City,College,Course,Trade,Intake,Fee\r\nRewa,Government ITI,ITI,Fitter,20,12500',
  );
});
afterEach(() => rm(home, { recursive: true, force: true }));

type Outcome = { code: number; out: string; err: string };

/** Runs a command without DATABASE_URL, with its own data folder. */
const run = (name: string, ...args: string[]) => runWith({}, name, ...args);

/** Runs a command with these variables and its own data folder. */
function runWith(variables: Record<string, string>, name: string, ...args: string[]): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: home, ADMIN_USERNAME: 'asha', ...variables };
  return new Promise((done) => {
    execFile(process.execPath, [...serverScript(name), ...args], { cwd: root, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const commands = (await filesUnder('scripts'))
  .map((path) => path.replace('scripts/', ''))
  .filter((name) => /^[\w-]+\.ts$/.test(name) && !name.endsWith('.test.ts'));

test('every production command refuses to run without DATABASE_URL, and creates no database', async () => {
  const sources = await Promise.all(commands.map((name) => readFile(join(root, 'scripts', name), 'utf8')));
  const opening = commands.filter((_, index) => /\b(openDatabase|onDatabase)\(/.test(sources[index]!));
  expect(opening).toEqual(expect.arrayContaining(['admin-create.ts', 'catalogue-import.ts', 'migrate.ts', 'purge.ts']));
  const others = commands.filter((_, index) => /\b(startDatabase|openLocalDatabase)\(/.test(sources[index]!));
  expect(others.filter((name) => opening.includes(name))).toEqual([]);
  const refused = { code: 1, out: '', err: expect.stringMatching(/^DATABASE_URL is not set.*--demo/m) as unknown };
  expect(await run('purge.ts')).toEqual(refused);
  expect(await readdir(home)).toEqual(['courses.csv']);
});

test('with --demo they use the database of the demo', async () => {
  const file = join(home, 'courses.csv');
  expect(await run('catalogue-import.ts', file, '--demo', '--apply')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Imported: 1 courses added') as unknown,
  });
  expect(await run('catalogue-import.ts', '--demo', file)).toMatchObject({
    out: expect.stringContaining('0 added, 0 changed, 1 left as they are') as unknown,
    err: expect.stringMatching(/^Database: seat_adoption on 127\.0\.0\.1:\d+ as postgres\n/m) as unknown,
  });
});

test('security 149: with --demo no command reaches a database that is configured', async () => {
  const refusal = (variable: string) => ({
    code: 1,
    out: '',
    err: expect.stringMatching(new RegExp(`^${variable} is set \\(${label}\\), and --demo was given`, 'm')) as unknown,
  });
  const rows = () => sql()`select count(*) from courses`;
  const before = await rows();
  const configured = { DATABASE_URL: url };
  const courses = join(home, 'courses.csv');
  expect(await runWith(configured, 'catalogue-import.ts', courses, '--demo', '--apply')).toEqual(
    refusal('DATABASE_URL'),
  );
  expect(await runWith({ DATABASE_OWNER_URL: url }, 'migrate.ts', '--demo')).toEqual(refusal('DATABASE_OWNER_URL'));
  expect(await rows()).toEqual(before);
});

test('security 149: demo and dev do not touch a database that is configured, unless they are told to', () =>
  withNewDatabase(async (own, empty) => {
    for (const name of ['demo.ts', 'dev.ts']) {
      const { code, out, err } = await runWith({ DATABASE_URL: empty }, name);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain(`DATABASE_URL is set (${databaseLabel(empty)})`);
      expect(err).toContain('-- --use-database-url');
    }
    expect(await own`select from information_schema.tables where table_schema = 'public'`).toHaveLength(0);
  }));

test('every command names the database that it works on first, without the password', () =>
  withNewDatabase(async (_, other) => {
    const secret = new URL(other);
    secret.password ||= 'p%40ss';
    const owned = { DATABASE_URL: url, DATABASE_OWNER_URL: secret.href };
    for (const [name, variables, named] of [
      ['audit-verify.ts', owned, label],
      ['migrate.ts', owned, databaseLabel(other)],
    ] as const) {
      const { code, out, err } = await runWith(variables, name);
      expect([name, code, err]).toEqual([name, 0, `Database: ${named}\n`]);
      expect(out + err).not.toContain(secret.password);
    }
  }));

test('a command refuses an address whose password is not encoded', async () => {
  const { code, out, err } = await runWith({ DATABASE_URL: 'postgres://seats:p@ss/w#rd@db.example/seats' }, 'purge.ts');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain("DATABASE_URL is cut off at '#': percent-encode");
  expect(err).not.toMatch(/rd@/);
});
