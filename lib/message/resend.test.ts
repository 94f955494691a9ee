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
const failed = { ok: false, code: 'otp.send_failed' };

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

test.each([
  [422, '{"name":"validation_error","statusCode":422,"message":"no"}'],
  [500, 'not JSON'],
])('a response of %s is a failed send that logs nothing of the message', async (status, body) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const baseUrl = await standIn((_request, response) => void response.writeHead(status).end(body));
  expect(await transport(baseUrl).send(message)).toEqual(failed);
  expect(logged).toHaveBeenCalledOnce();
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/asha|123456/);
  logged.mockRestore();
});

test('an unreachable server, and one that never responds, are failed sends', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const silent = await standIn(() => undefined);
  expect(await transport(silent, 50).send(message)).toEqual(failed);
  server!.closeAllConnections();
  await new Promise((closed) => server!.close(closed));
  expect(await transport(silent).send(message)).toEqual(failed);
  logged.mockRestore();
});

test('Resend does not send SMS', async () => {
  expect(await transport('http://127.0.0.1:9').send({ ...message, channel: 'sms' })).toEqual(failed);
});
