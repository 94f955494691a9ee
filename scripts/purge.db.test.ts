import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { useTestDatabase } from '@/db/testing/database';
import { makeSponsorAccount } from '@/db/testing/identity';

useTestDatabase();

test('npm run data:purge runs as a program of its own and removes ended sessions, not live ones', async () => {
  const [ended, live] = [await makeSponsorAccount(), await makeSponsorAccount()];
  await sql()`update sessions set expires_at = now() where user_id = ${ended.userId}`;
  const program = ['--conditions=react-server', '--import', 'tsx', 'scripts/purge.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env: process.env });
  expect(stdout).toContain('1 sessions removed');
  expect(await sql()`select user_id from sessions`).toEqual([{ user_id: live.userId }]);
});
