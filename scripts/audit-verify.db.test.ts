import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { databaseLabel } from '@/lib/platform/address';
import { tamper } from '@/testing/db/audit';
import { useTestDatabase } from '@/testing/db/database';

const { url } = useTestDatabase();

type Ended = { code?: number; stdout: string; stderr: string };

const verify = (database = url, ...args: string[]): Promise<Ended> =>
  promisify(execFile)(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'scripts/audit-verify.ts', ...args],
    {
      env: { ...process.env, DATABASE_URL: database },
    },
  ).catch((error: Ended) => error);

test('security 80: audit:verify says that the chain holds, still has a hash, and which entry is broken', async () => {
  await sql()`insert into audit_log (actor, action) values ('command', 'admin.created'), ('command', 'admin.changed')`;
  const { stdout } = await verify();
  const hash = /^The chain of the audit log holds\. Entries: 2\. Last hash: (\w{64})$/m.exec(stdout)?.[1];
  expect(await verify(url, hash!)).toMatchObject({ stdout });
  expect(await verify(url, 'f'.repeat(64))).toMatchObject({ code: 1, stderr: expect.stringContaining('has no entry') });
  await tamper(`update audit_log set actor = 'nobody' where action = 'admin.changed'`);
  expect(await verify()).toMatchObject({ code: 1, stderr: expect.stringMatching(/First broken entry: \d+\./) });
});

test('audit:verify on a database without migrations says what to do', async () => {
  await sql()`create database not_migrated`;
  const other = url.replace(/\/[^/?]+(\?|$)/, '/not_migrated$1');
  const { code, stderr } = await verify(other);
  expect([code, stderr]).toEqual([
    1,
    `Database: ${databaseLabel(other)}\nThis database has no chain yet, because it lacks migrations. Run npm run db:migrate first.\n`,
  ]);
});
