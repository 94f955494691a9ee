import { execFile, spawn } from 'node:child_process';
import { beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { asAdmin, makeAdmin } from '@/db/testing/admin';
import { useTestDatabase } from '@/db/testing/database';
import { logInAdmin } from '@/lib/admin/mutations';
import { requireAdmin } from '@/lib/admin/session';
import { root, serverScript } from './lib/programs';

useTestDatabase();
beforeEach(async () => {
  await sql()`delete from admins`;
});

const PASSWORD = 'forty-two grey herons';

/** Runs one of our scripts as a program of its own, without a terminal. */
function run(name: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((done) => {
    const options = { cwd: root, env: { ...process.env, ADMIN_USERNAME: '', ADMIN_PASSWORD: '', ...env } };
    execFile(process.execPath, [...serverScript(name), ...args], options, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ).stdin!.end();
  });
}
const create = (args: string[], env?: Record<string, string>) => run('admin-create.ts', args, env);
const admins = async () =>
  (await sql()<{ username: string }[]>`select username from admins`).map((row) => row.username);
const logsIn = async (username: string, password: string) => (await logInAdmin(username, password, '192.0.2.1')).ok;

test('A-27 admin:create makes an administrator from ADMIN_USERNAME and ADMIN_PASSWORD once, and never tells the password', async () => {
  const env = { ADMIN_USERNAME: 'Asha', ADMIN_PASSWORD: PASSWORD };
  const made = await create([], env);
  expect(made).toEqual({ code: 0, out: 'asha is an administrator and logs in at /admin/login.\n', err: '' });
  expect(await logsIn('asha', PASSWORD)).toBe(true);
  expect(await create([], { ...env, ADMIN_PASSWORD: 'another good one here' })).toEqual({
    code: 1,
    out: '',
    err: 'There is already an administrator with this username\n',
  });
  expect(await logsIn('asha', PASSWORD)).toBe(true);
});

test('A-27 admin:create refuses default credentials, in production as well, and makes nobody', async () => {
  for (const [ADMIN_USERNAME, ADMIN_PASSWORD, reason] of [
    ['admin', 'administrator', 'everybody tries first'],
    ['admin', 'admin', 'needs 12 to 128 characters'],
    ['asha.verma.bpl', 'asha.verma.bpl', 'This password is the username'],
  ] as const) {
    const refused = await create([], { ADMIN_USERNAME, ADMIN_PASSWORD, NODE_ENV: 'production' });
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(reason) });
  }
  expect(await admins()).toEqual([]);
}, 60_000);

test('admin:create without a password in the environment asks on a terminal, and says so where there is none', async () => {
  for (const [args, env] of [
    [[], { ADMIN_PASSWORD: PASSWORD }],
    // What ADMIN_PASSWORD is for is another administrator.
    [['--username', 'asha'], { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD }],
  ] as const)
    expect(await create([...args], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no terminal to ask on'),
    });
  expect(await create(['--password', PASSWORD])).toMatchObject({
    code: 1,
    err: expect.stringContaining('npm run admin:create'),
  });
  expect(await admins()).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'admin:create asks on a terminal, shows nothing of the password, and wants it twice',
  async () => {
    const typed = async (lines: string[]) => {
      // `script` gives the program a terminal, and hands us what would be on the screen.
      const command = [process.execPath, ...serverScript('admin-create.ts')].map((word) => `'${word}'`).join(' ');
      const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
        cwd: root,
        env: { ...process.env, ADMIN_USERNAME: '', ADMIN_PASSWORD: '' },
      });
      let screen = '';
      let answered = 0;
      child.stdout.on('data', (chunk: Buffer) => {
        screen += chunk.toString();
        if ((screen.match(/: /g) ?? []).length > answered) child.stdin.write(`${lines[answered++] ?? ''}\r`);
      });
      const code = await new Promise((done) => child.once('exit', done));
      return { code, screen };
    };
    const made = await typed(['asha', PASSWORD, PASSWORD]);
    expect(made).toMatchObject({ code: 0, screen: expect.stringContaining('asha is an administrator') });
    expect(made.screen).not.toContain('heron');
    expect(await logsIn('asha', PASSWORD)).toBe(true);

    const differ = await typed(['binod', PASSWORD, 'something else']);
    expect(differ).toMatchObject({ code: 1, screen: expect.stringContaining('two different passwords') });
    expect(await admins()).toEqual(['asha']);
  },
);

test('security 19: --reset changes the password of an existing administrator and ends the sessions', async () => {
  const admin = await makeAdmin();
  const env = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: PASSWORD };
  expect(await create(['--reset'], env)).toEqual({
    code: 0,
    out: `${admin.username} has another password. Sessions ended: 1.\n`,
    err: '',
  });
  await expect(requireAdmin(asAdmin(admin))).rejects.toMatchObject({ status: 401 });
  expect([await logsIn(admin.username, admin.password), await logsIn(admin.username, PASSWORD)]).toEqual([false, true]);
  expect(await create(['--reset', '--username', 'nobody'], { ADMIN_PASSWORD: PASSWORD })).toMatchObject({
    code: 1,
    err: 'There is no administrator with this username\n',
  });
});

test('A-27 a demo makes one administrator, tells a random password once, and never again', async () => {
  const first = await run('prepare-database.ts', []);
  const [, password] =
    /^Administrator: admin, at \/admin\/login, password ([a-z2-9-]{23}) \(told only this once\)$/m.exec(first.out) ??
    [];
  expect(await logsIn('admin', password!)).toBe(true);
  const second = await run('prepare-database.ts', []);
  expect(second.out).not.toContain(password);
  expect(second.out).toContain('npm run admin:create -- --reset --username admin');
  expect(await admins()).toEqual(['admin']);
  const [dump] =
    await sql()`select string_agg(audit_log::text, ' ') || string_agg(admins::text, ' ') as text from audit_log, admins`;
  expect(dump!.text).not.toContain(password);
}, 60_000);

test('A-27 a demo takes ADMIN_USERNAME and ADMIN_PASSWORD, does not print them, and does not start with a default one', async () => {
  const refused = await run('prepare-database.ts', [], { ADMIN_PASSWORD: 'password1234' });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('ADMIN_PASSWORD') });
  expect(await admins()).toEqual([]);
  const made = await run('prepare-database.ts', [], { ADMIN_USERNAME: 'asha', ADMIN_PASSWORD: PASSWORD });
  expect(made.code).toBe(0);
  expect(made.out + made.err).not.toContain(PASSWORD);
  expect(await logsIn('asha', PASSWORD)).toBe(true);
}, 60_000);
