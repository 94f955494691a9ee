import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from './schema';

const text: Message = { channel: 'sms', to: '+919876543210', subject: 'Code', text: '123456', code: '123456' };
const email: Message = { ...text, channel: 'email', to: 'asha@acme.in' };

let dataDir: string;
let provider: Server;
let asked: (string | undefined)[];
let providerUrl: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seat-adoption-transport-'));
  asked = [];
  provider = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"one"}');
  });
  await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready));
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(async () => {
  provider.close();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true });
});

/** Loads the module as in a server with these variables. */
async function startedWith(variables: Record<string, string>) {
  const complete = {
    DATABASE_URL: 'postgres://user@db.example/seats',
    APP_SECRET: 'a secret of at least thirty-two characters',
    APP_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    ...variables,
  };
  for (const [name, value] of Object.entries(complete)) vi.stubEnv(name, value);
  vi.resetModules();
  return import('./transport');
}

const resend = () => ({
  MESSAGE_TRANSPORT: 'resend',
  RESEND_API_KEY: 'key',
  MESSAGE_FROM: 'Seats <seats@example.in>',
  RESEND_BASE_URL: providerUrl,
});
const outboxFiles = () => readdir(join(dataDir, 'outbox')).catch(() => []);

test('A-11 e-mail is sent by Resend and SMS by the HTTP provider', async () => {
  const transport = (await startedWith({ ...resend(), SMS_URL: `${providerUrl}/texts` })).messageTransport();
  expect(await transport.send(email)).toEqual({ ok: true });
  expect(await transport.send(text)).toEqual({ ok: true });
  expect(asked).toEqual(['/emails', '/texts']);
  expect(await outboxFiles()).toEqual([]);
});

test('A-11 SMS cannot be sent if only Resend is configured', async () => {
  const transport = (await startedWith(resend())).messageTransport();
  expect(await transport.send(text)).toEqual({ ok: false, code: 'otp.send_failed', reason: 'channel' });
  expect(asked).toEqual([]);
});

test('A-11 the outbox receives both, SMS only if no provider is configured', async () => {
  let transport = (await startedWith({ MESSAGE_TRANSPORT: 'outbox' })).messageTransport();
  expect(await transport.send(email)).toEqual({ ok: true });
  expect(await transport.send(text)).toEqual({ ok: true });
  expect(await outboxFiles()).toHaveLength(2);
  transport = (await startedWith({ MESSAGE_TRANSPORT: 'outbox', SMS_URL: `${providerUrl}/texts` })).messageTransport();
  expect(await transport.send(text)).toEqual({ ok: true });
  expect(asked).toEqual(['/texts']);
  expect(await outboxFiles()).toHaveLength(2);
});

test.each([
  [{ MESSAGE_TRANSPORT: 'outbox' }, 'sms'],
  [{ MESSAGE_TRANSPORT: 'outbox', OTP_SMS_FALLBACK: 'email' }, 'email'],
  [{ SMS_URL: 'https://texts.example' }, 'sms'],
  [{ SMS_URL: 'https://texts.example', OTP_SMS_FALLBACK: 'email' }, 'sms'],
  [{ OTP_SMS_FALLBACK: 'email' }, 'email'],
  [{}, null],
] as const)('A-11 with %o the code for a phone travels by %s', async (variables, way) => {
  expect((await startedWith({ ...resend(), ...variables })).codeDelivery()).toBe(way);
});
