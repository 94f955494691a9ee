import { existsSync, promises } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Mailbox } from './mailbox';

/** Removing a file takes a while to return. */
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<object>()),
  rm: (path: string) => promises.rm(path, { recursive: true }).then(() => pause(50)),
}));

test('a code that another lane is reading is not missed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seat-adoption-mailbox-'));
  const write = (name: string, code: string) =>
    writeFile(join(folder, `${name}.json`), JSON.stringify({ to: 'asha@acme.in', code }));
  const mailbox = new Mailbox(folder);
  await write('1', '111111');
  expect(await mailbox.codeFor('asha@acme.in')).toBe('111111');
  await write('2', '222222');
  const other = mailbox.codeFor('someone@acme.in');
  while (existsSync(join(folder, '2.json'))) await pause(1);
  expect(await mailbox.codeFor('asha@acme.in')).toBe('222222');
  await other;
  await rm(folder, { recursive: true });
});
