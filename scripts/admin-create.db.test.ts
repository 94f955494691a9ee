import { execFile, spawn } from 'node:child_process';
import { beforeEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import type { AdminRole } from '@/db/schema/enums';
import { createAdmin, logInAdmin } from '@/lib/accounts/administrators/mutations';
import { requireAdmin } from '@/lib/accounts/administrators/session';
import { databaseLabel } from '@/lib/platform/address';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { ensureAdmin } from './first-admin';
import { readCredentials } from './lib/credentials';
import { root, serverScript } from './lib/programs';

const { url } = useTestDatabase();
/** What a command says first. */
const named = `Database: ${databaseLabel(url)}\n`;
beforeEach(async () => {
  await sql()`delete from admins`;
  return () => vi.unstubAllEnvs();
});

const PASSWORD = 'forty-two grey herons';

/** Runs a script as a child process, without a terminal. */
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
  (await sql()<{ username: string }[]>`select username from admins where role not in ('head', 'clerk')`).map(
    (row) => row.username,
  );
const logsIn = async (username: string, password: string) => (await logInAdmin(username, password, '192.0.2.1')).ok;

test('A-27 admin:create creates an administrator from ADMIN_USERNAME and ADMIN_PASSWORD once, and never prints the password', async () => {
  const env = { ADMIN_USERNAME: 'Asha', ADMIN_PASSWORD: PASSWORD };
  const made = await create([], env);
  expect(made).toEqual({
    code: 0,
    out: expect.stringContaining(
      'asha is an administrator with the role owner and logs in at /admin/login.\nWithout --role',
    ),
    err: named,
  });
  expect(await logsIn('asha', PASSWORD)).toBe(true);
  expect(await create([], { ...env, ADMIN_PASSWORD: 'another good one here' })).toEqual({
    code: 1,
    out: '',
    err: `${named}There is already an administrator with this username\n`,
  });
  expect(await logsIn('asha', PASSWORD)).toBe(true);
});

test('security 78: admin:create makes an owner where none is active, then viewers, or the role that is named', async () => {
  const roleOf = async (username: string, role?: AdminRole) => {
    const created = await createAdmin(username, PASSWORD, 'command', role);
    return created.ok && created.role;
  };
  expect([await roleOf('asha'), await roleOf('binod'), await roleOf('chitra', 'catalogue')]).toEqual([
    'owner',
    'viewer',
    'catalogue',
  ]);
  await sql()`update admins set deactivated_at = now() where username = 'asha'`;
  expect(await logsIn('asha', PASSWORD)).toBe(false);
  expect(await roleOf('deepa')).toBe('owner');
});

test('A-27 admin:create refuses default credentials, also in production, and creates no account', async () => {
  const env = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'administrator', NODE_ENV: 'production' };
  expect(await create([], env)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('easy to guess'),
  });
  expect(await admins()).toEqual([]);
});

test('missing credentials are prompted for; the password is not an argument', async () => {
  const both = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD };
  expect(await readCredentials(['--reset'], both)).toEqual({
    reset: true,
    username: 'admin',
    password: PASSWORD,
    role: null,
  });
  const named = await readCredentials(['--username', 'asha', '--role', 'finance'], { ADMIN_PASSWORD: PASSWORD });
  expect(named).toEqual({ reset: false, username: 'asha', password: PASSWORD, role: 'finance' });
  for (const wrong of [
    ['--role', 'admin'],
    ['--reset', '--role', 'owner'],
  ])
    await expect(readCredentials(wrong, both)).rejects.toThrow('npm run admin:create');
  await expect(readCredentials([], { ADMIN_PASSWORD: PASSWORD })).rejects.toThrow('There is no terminal to ask on');
  // ADMIN_PASSWORD belongs to another administrator.
  await expect(readCredentials(['--username', 'asha'], both)).rejects.toThrow('There is no terminal to ask on');
  await expect(readCredentials(['--password', PASSWORD], both)).rejects.toThrow('npm run admin:create');
});

test.skipIf(process.platform !== 'linux')(
  'admin:create prompts in a terminal, does not echo the password, and requires it twice',
  async () => {
    const typed = async (lines: string[]) => {
      // `script` runs the command in a terminal and returns what it would display.
      const command = [process.execPath, ...serverScript('admin-create.ts')].map((word) => `'${word}'`).join(' ');
      const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
        cwd: root,
        env: { ...process.env, ADMIN_USERNAME: '', ADMIN_PASSWORD: '' },
      });
      let screen = '';
      let answered = 0;
      child.stdout.on('data', (chunk: Buffer) => {
        screen += chunk.toString();
        const asked = screen.replace(/^Database: .*/, '').match(/: /g) ?? [];
        if (asked.length > answered) child.stdin.write(`${lines[answered++] ?? ''}\r`);
      });
      const code = await new Promise((done) => child.once('exit', done));
      return { code, screen };
    };
    const [made, differ] = await Promise.all([
      typed(['asha', PASSWORD, PASSWORD]),
      typed(['binod', PASSWORD, 'something else']),
    ]);
    expect(made).toMatchObject({ code: 0, screen: expect.stringContaining('asha is an administrator') });
    expect(made.screen).not.toContain('heron');
    expect(await logsIn('asha', PASSWORD)).toBe(true);
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
    err: named,
  });
  await expect(requireAdmin(asAdmin(admin))).rejects.toMatchObject({ status: 401 });
  expect([await logsIn(admin.username, admin.password), await logsIn(admin.username, PASSWORD)]).toEqual([false, true]);
});

test('A-27 a demo creates one administrator and prints a random password only once', async () => {
  const { out } = await run('prepare-database.ts', []);
  const [, password] =
    /^Administrator: admin, at \/admin\/login, password ([a-z2-9-]{23}) \(shown only once\)$/m.exec(out) ?? [];
  expect(await logsIn('admin', password!)).toBe(true);
  const second = await ensureAdmin();
  expect(second).not.toContain(password);
  expect(second).toContain('npm run admin:create -- --demo --reset --username admin');
  expect(await admins()).toEqual(['admin']);
  const [dump] =
    await sql()`select string_agg(audit_log::text, ' ') || string_agg(admins::text, ' ') as text from audit_log, admins`;
  expect(dump!.text).not.toContain(password);
});

test('A-27 a demo uses ADMIN_USERNAME and ADMIN_PASSWORD, does not print the password, and refuses a default one', async () => {
  vi.stubEnv('ADMIN_PASSWORD', 'password1234');
  await expect(ensureAdmin()).rejects.toThrow('ADMIN_PASSWORD');
  expect(await admins()).toEqual([]);
  vi.stubEnv('ADMIN_USERNAME', 'asha');
  vi.stubEnv('ADMIN_PASSWORD', PASSWORD);
  expect(await ensureAdmin()).not.toContain(PASSWORD);
  expect(await logsIn('asha', PASSWORD)).toBe(true);
});
