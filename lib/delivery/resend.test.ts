import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createResendTransport } from './resend';
import type { Message } from './schema';

const message: Message = {
  channel: 'email',
  to: 'asha@acme.in',
  subject: 'Code',
  text: '123456',
  html: '<p>123456</p>',
  code: '123456',
};
const failed = (reason: string) => ({ ok: false, code: 'otp.send_failed', reason });

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A local mock of the HTTP API of Resend. */
async function standIn(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const transport = (baseUrl: string, deadlineMs?: number) =>
  createResendTransport({ apiKey: 're_test', from: 'Seats <seats@example.in>', baseUrl, deadlineMs });

test('security 42: an accepted e-mail is sent to one recipient, with the key, as text and HTML', async () => {
  let seen: { url?: string; authorization?: string; body: Record<string, unknown> } | undefined;
  const baseUrl = await standIn(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen = { url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id: 'one' }));
  });
  expect(await transport(`${baseUrl}/`).send(message)).toEqual({ ok: true });
  // Nothing else: no other recipient, visible or hidden, and no separate code.
  expect(seen).toEqual({
    url: '/emails',
    authorization: 'Bearer re_test',
    body: {
      from: 'Seats <seats@example.in>',
      to: ['asha@acme.in'],
      subject: 'Code',
      text: '123456',
      html: '<p>123456</p>',
    },
  });
});

test('attachments are sent in base64, and the key of the message as Idempotency-Key', async () => {
  let seen: { key: string | string[] | undefined; attachments: unknown } | undefined;
  const baseUrl = await standIn(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen = { key: request.headers['idempotency-key'], attachments: JSON.parse(body).attachments };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id: 'one' }));
  });
  const attachments = [{ fileName: 'summary.pdf', content: Buffer.from('%PDF-1.7 \u00e9') }];
  expect(await transport(baseUrl).send({ ...message, attachments, idempotencyKey: 'key-1' })).toEqual({ ok: true });
  expect(seen).toEqual({
    key: 'key-1',
    attachments: [{ filename: 'summary.pdf', content: Buffer.from('%PDF-1.7 \u00e9').toString('base64') }],
  });
});

test.each([
  [403, '{"name":"validation_error","statusCode":403,"message":"no"}', 'validation_error'],
  [500, 'not JSON', 'application_error'],
])('a response of %s is a failed send that logs nothing of the message', async (status, body, reason) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const baseUrl = await standIn((_request, response) => void response.writeHead(status).end(body));
  expect(await transport(baseUrl).send(message)).toEqual(failed(reason));
  expect(logged).toHaveBeenCalledOnce();
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/asha|123456/);
  logged.mockRestore();
});

test('a refused address is final', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const baseUrl = await standIn((_request, response) =>
    response.writeHead(422).end('{"name":"validation_error","statusCode":422,"message":"no"}'),
  );
  expect(await transport(baseUrl).send(message)).toEqual({ ...failed('validation_error'), isFinal: true });
  vi.restoreAllMocks();
});

test('a message over the rate of Resend is sent again after the time that it says, within the deadline', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let requests = 0;
  const baseUrl = await standIn((_request, response) => {
    requests += 1;
    if (requests < 3)
      response
        .writeHead(429, { 'Retry-After': '0.01' })
        .end('{"name":"rate_limit_exceeded","statusCode":429,"message":"no"}');
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"one"}');
  });
  expect(await transport(baseUrl).send(message)).toEqual({ ok: true });
  expect(requests).toBe(3);
  requests = 0;
  expect(await transport(baseUrl, 5).send(message)).toMatchObject({ ok: false });
  logged.mockRestore();
});

test('an unreachable server, and one that never responds, are failed sends', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const silent = await standIn(() => undefined);
  expect(await transport(silent, 50).send(message)).toEqual(failed('late'));
  server!.closeAllConnections();
  await new Promise((closed) => server!.close(closed));
  expect(await transport(silent).send(message)).toEqual(failed('application_error'));
  logged.mockRestore();
});

test('Resend does not send SMS', async () => {
  expect(await transport('http://127.0.0.1:9').send({ ...message, channel: 'sms' })).toEqual(failed('channel'));
});
