import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { filesUnder } from './files';
import { root, serverScript } from './programs';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'seat-adoption-local-'));
  await chmod(home, 0o711);
  await writeFile(
    join(home, 'courses.csv'),
    'City,College,Course,Trade,Intake,Fee\r\nRewa,Government ITI,ITI,Fitter,20,12500',
  );
});
afterEach(() => void vi.unstubAllEnvs());
afterEach(() => rm(home, { recursive: true, force: true }));

/** Runs a command without DATABASE_URL, with its own data folder. */
function run(name: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: home,
    ADMIN_USERNAME: 'asha',
  };
  return new Promise((done) => {
    execFile(process.execPath, [...serverScript(name), ...args], { cwd: root, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

/** The arguments that each command needs to reach its database. */
const ARGUMENTS: Record<string, () => string[]> = {
  'catalogue-import.ts': () => [join(home, 'courses.csv'), '--apply'],
  'seats-limit.ts': () => ['example.org'],
  'db-backup.ts': () => [join(home, 'backup.dump')],
  'db-restore.ts': () => [join(home, 'backup.dump')],
  'pledge-release.ts': () => ['SA-0', '--reason', 'a test'],
};
const commands = (await filesUnder('scripts'))
  .map((path) => path.replace('scripts/', ''))
  .filter((name) => /^[\w-]+\.ts$/.test(name) && !name.endsWith('.test.ts'));

test('every production command refuses to run without DATABASE_URL, and creates no database', async () => {
  const sources = await Promise.all(commands.map((name) => readFile(join(root, 'scripts', name), 'utf8')));
  const opening = commands.filter((_, index) => sources[index]!.includes('openDatabase('));
  expect(opening).toEqual(expect.arrayContaining(['admin-create.ts', 'catalogue-import.ts', 'migrate.ts', 'purge.ts']));
  for (const name of opening) {
    const refused = { code: 1, out: '', err: expect.stringMatching(/^DATABASE_URL is not set.*--demo/m) as unknown };
    expect([name, await run(name, ...(ARGUMENTS[name]?.() ?? []))]).toEqual([name, refused]);
  }
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
  });
  vi.stubEnv('ADMIN_PASSWORD', 'forty-two grey herons');
  expect(await run('admin-create.ts', '--demo')).toMatchObject({ code: 0, err: '' });
  vi.stubEnv('ADMIN_PASSWORD', 'seven slow brown snails');
  expect(await run('admin-create.ts', '--demo', '--reset', '--username', 'asha')).toMatchObject({
    code: 0,
    out: expect.stringContaining('asha has another password') as unknown,
  });
});
