import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from './schema';
import { createSmsTransport } from './sms';

const message: Message = {
  channel: 'sms',
  to: '+919876543210',
  subject: 'Code',
  text: '123456 confirms the adoption by "Asha \\ Sons"\nand 12 seats',
  code: '123456',
};
const failed = (reason: string) => ({ ok: false, code: 'otp.send_failed', reason });

const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => logged.mockClear());

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

/** A local mock of an SMS provider. */
async function standIn(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
}

type Seen = { method?: string; url?: string; headers: IncomingHttpHeaders; body: unknown };

/** A mock that accepts everything and records the requests. */
async function accepting(): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const url = await standIn(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method, url: request.url, headers: request.headers, body: JSON.parse(body) });
    response.writeHead(202).end('queued');
  });
  return { url, seen };
}

test('A-11 an SMS is one POST of JSON with the number, the text and the key, and a 2xx response accepts it', async () => {
  const { url, seen } = await accepting();
  expect(await createSmsTransport({ url, authorization: 'Bearer key' }).send(message)).toEqual({ ok: true });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/send', body: { to: '+919876543210', text: message.text } });
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer key', 'content-type': 'application/json' });
});

test('A-11 a template preserves its fixed fields, and values cannot break out of their JSON strings', async () => {
  const { url, seen } = await accepting();
  const template =
    '{"template_id":"1107","sender":"SEATAD","recipients":[{"mobile":"{to}","otp":"{code}","body":"{text}"}]}';
  expect(await createSmsTransport({ url, template }).send({ ...message, text: '","sender":"{code}' })).toEqual({
    ok: true,
  });
  expect(seen[0]?.body).toEqual({
    template_id: '1107',
    sender: 'SEATAD',
    recipients: [{ mobile: '+919876543210', otp: '123456', body: '","sender":"{code}' }],
  });
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
});

test.each([400, 401, 500])('a response of %s is a failed send that logs nothing of the message', async (status) => {
  const url = await standIn((_request, response) => void response.writeHead(status).end('+919876543210 refused'));
  expect(await createSmsTransport({ url, authorization: 'Bearer hunter2' }).send(message)).toEqual(
    failed(`status_${status}`),
  );
  expect(logged).toHaveBeenCalledOnce();
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/9876543210|123456|Asha|hunter2/);
  expect(JSON.stringify(logged.mock.calls)).toContain(String(status));
});

test('a redirect is not followed: the key and the number go to the configured host only', async () => {
  const elsewhere = await accepting();
  const url = await standIn((_request, response) => void response.writeHead(307, { Location: elsewhere.url }).end());
  expect(await createSmsTransport({ url, authorization: 'Bearer key' }).send(message)).toEqual(failed('status_307'));
  expect(elsewhere.seen).toEqual([]);
});

test('a provider that never responds, and an unreachable one, are failed sends', async () => {
  const silent = await standIn(() => undefined);
  expect(await createSmsTransport({ url: silent, deadlineMs: 50 }).send(message)).toEqual(failed('unreachable'));
  servers[0]!.closeAllConnections();
  await new Promise((closed) => servers[0]!.close(closed));
  expect(await createSmsTransport({ url: silent }).send(message)).toEqual(failed('unreachable'));
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/9876543210|123456/);
});

test('an SMS provider does not send e-mail', async () => {
  const { url, seen } = await accepting();
  expect(await createSmsTransport({ url }).send({ ...message, channel: 'email' })).toEqual(failed('channel'));
  expect(seen).toEqual([]);
});
