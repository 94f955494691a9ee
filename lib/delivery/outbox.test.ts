import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutboxTransport } from './outbox';
import type { Message } from './schema';

const message: Message = {
  channel: 'email',
  to: 'a@b.co',
  subject: 'Code',
  text: 'It is 012345',
  html: '<p>',
  code: '012345',
};
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seat-adoption-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a message is one complete JSON file with exactly the specified fields, and one line on the console', async () => {
  const console = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await createOutboxTransport(dataDir, { prints: true }).send(message)).toEqual({ ok: true });
  const lines = console.mock.calls.map(([line]) => String(line));
  console.mockRestore();
  expect(lines).toEqual(['outbox email to a@b.co: Code 012345\n']);
  const names = await readdir(join(dataDir, 'outbox'));
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/\.json$/);
  const { sent_at, ...written } = JSON.parse(await readFile(join(dataDir, 'outbox', names[0]!), 'utf8'));
  expect(written).toEqual({ channel: 'email', to: 'a@b.co', subject: 'Code', text: 'It is 012345', code: '012345' });
  expect(new Date(sent_at).toISOString()).toBe(sent_at);
});

test('attachments are files beside the message, which names them and its key', async () => {
  const console = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { code: _, ...mail } = message;
  const attachments = [{ fileName: 'summary.pdf', content: Buffer.from('%PDF') }];
  await createOutboxTransport(dataDir, { prints: true }).send({ ...mail, attachments, idempotencyKey: 'key-1' });
  expect(console.mock.calls.map(([line]) => String(line))).toEqual(['outbox email to a@b.co: Code\n']);
  console.mockRestore();
  const names = await readdir(join(dataDir, 'outbox'));
  const [json, pdf] = [names.find((name) => name.endsWith('.json'))!, names.find((name) => name.endsWith('.pdf'))!];
  expect(names).toHaveLength(2);
  expect(await readFile(join(dataDir, 'outbox', pdf), 'utf8')).toBe('%PDF');
  expect(JSON.parse(await readFile(join(dataDir, 'outbox', json), 'utf8'))).toMatchObject({
    attachments: [pdf],
    idempotency_key: 'key-1',
  });
});

test('in production nothing is printed: a log must not contain addresses and codes', async () => {
  const console = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await createOutboxTransport(dataDir).send(message);
  expect(console).not.toHaveBeenCalled();
  console.mockRestore();
});

test('an outbox that cannot be written to is a failed send', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await writeFile(join(dataDir, 'outbox'), 'in the way');
  expect(await createOutboxTransport(dataDir).send(message)).toEqual({
    ok: false,
    code: 'otp.send_failed',
    reason: 'outbox',
  });
  logged.mockRestore();
});
