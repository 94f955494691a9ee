import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeThrowawayHome, startDatabase, type RunningDatabase } from './embedded-postgres';
import { root } from './programs';

let home: string;
let open: RunningDatabase[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'seat adoption '));
  await chmod(home, 0o711);
  open = [];
});

afterEach(async () => {
  for (const database of open) await database.stop();
  await rm(home, { recursive: true, force: true });
});

async function start(): Promise<RunningDatabase> {
  const database = await startDatabase(home, { throwaway: true });
  open.push(database);
  return database;
}

async function stop(database: RunningDatabase): Promise<void> {
  open = open.filter((other) => other !== database);
  await database.stop();
}

async function query(url: string, text: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

const pidFile = () => join(home, 'postgres', 'postmaster.pid');

describe('the embedded database', () => {
  test('keeps data and password across restarts, and the password file private', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await stop(first);
    expect(existsSync(pidFile())).toBe(false);

    const second = await start();
    expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect((await stat(join(home, 'postgres.password'))).mode & 0o777).toBe(0o600);
  });

  test('listens on this machine only and does not log the text of statements', async () => {
    const { url } = await start();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await expect(query(url, "select 'canary@example.com'::int")).rejects.toThrow(/canary/);
    expect(await readFile(join(home, 'postgres', 'server.log'), 'utf8')).not.toContain('canary@example.com');
    await expect(query(url.replace(/:[^:@]*@/, ':wrong@'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('fault 14: starts at once on one folder share one server, which the last to leave stops', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(second.url).toBe(first.url);
    await stop(first);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop(second);
    expect(existsSync(pidFile())).toBe(false);
  });

  test('restarts with its data after the program was killed, and can then be stopped', async () => {
    const program = `
      import { startDatabase } from './scripts/lib/embedded-postgres.ts';
      const { url } = await startDatabase(process.argv[1], { throwaway: true });
      console.log(url);
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, home], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const url = printed.toString().trim();
    await query(url, 'create table kept as select 42 as answer');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const database = await start();
    expect(database.url).toBe(url);
    expect(await query(database.url, 'select * from kept')).toEqual([{ answer: 42 }]);
    await stop(database);
    expect(existsSync(pidFile())).toBe(false);
  });

  test.runIf(process.platform === 'linux')(
    'starts although a stale file names a process that is something else now',
    async () => {
      const first = await start();
      await query(first.url, 'create table kept as select 42 as answer');
      const lines = (await readFile(pidFile(), 'utf8')).split('\n');
      await stop(first);
      await writeFile(pidFile(), [process.pid, ...lines.slice(1)].join('\n'));

      const second = await start();
      expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }]);
    },
  );
});

test('O9 a throwaway database that was left behind is stopped and removed by the next one, never one in use', async () => {
  const program = (ending: string) => `
    import { makeThrowawayHome, startDatabase } from './scripts/lib/embedded-postgres.ts';
    const home = await makeThrowawayHome('left');
    const { url } = await startDatabase(home, { throwaway: true });
    console.log(JSON.stringify({ home, url }));
    ${ending}`;
  const run = async (ending: string) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program(ending)], {
      cwd: root,
    });
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, ...(JSON.parse(String(printed)) as { home: string; url: string }) };
  };
  const [killed, running] = [
    await run('setInterval(() => undefined, 1000);'),
    await run('setInterval(() => undefined, 1000);'),
  ];
  try {
    killed.child.kill('SIGKILL');
    await once(killed.child, 'close');
    expect(await query(killed.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
    const next = await makeThrowawayHome('next');
    await rm(next, { recursive: true });
    expect(existsSync(killed.home)).toBe(false);
    await expect(query(killed.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    expect(await query(running.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  } finally {
    running.child.kill('SIGKILL');
    await once(running.child, 'close');
    await rm(await makeThrowawayHome('last'), { recursive: true });
  }
  expect(existsSync(running.home)).toBe(false);
});
