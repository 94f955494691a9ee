import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Message } from './schema';
import { createSmtpTransport } from './smtp';

const message: Message = {
  channel: 'email',
  to: 'asha@acme.in',
  subject: 'Your code, आपका कोड',
  text: '123456',
  html: '<p>123456</p>',
  code: '123456',
  idempotencyKey: '7f0c',
};
const failed = (reason: string) => ({ ok: false, code: 'otp.send_failed', reason });

let server: SMTPServer | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await new Promise<void>((done) => (server ? server.close(done) : done()));
  server = undefined;
});

type Received = { from: string | false; to: string[]; user: string | undefined; secure: boolean; mail: string };

/** Starts a mail server on this machine. @returns its port, and the mails that it accepts */
async function standIn(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'p@ss:word' ? done(null, { user: username }) : done(new Error('wrong password')),
    onData: (stream, { envelope, user, secure }, done) =>
      void readText(stream).then((mail) => {
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom && mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: user as string | undefined,
          secure,
          mail,
        });
        done();
      }),
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { port: (server.server.address() as AddressInfo).port, received };
}

const transport = (url: string, deadlineMs?: number) =>
  createSmtpTransport({ url, from: 'Seats <seats@example.in>', deadlineMs });

test('security 42: an e-mail goes to one recipient, with its id, as text and HTML', async () => {
  const { port, received } = await standIn();
  expect(await transport(`smtp://127.0.0.1:${port}`).send(message)).toEqual({ ok: true });
  expect(received).toHaveLength(1);
  const { mail, ...envelope } = received[0]!;
  expect(envelope).toEqual({ from: 'seats@example.in', to: ['asha@acme.in'], user: undefined, secure: false });
  expect(mail).toMatch(/^Message-ID: <7f0c@example\.in>\r$/im);
  expect(mail).toMatch(/^To: asha@acme\.in\r$/m);
  expect(mail).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(mail).toContain('<p>123456</p>');
});

test('user and password may have any characters; documents are attached', async () => {
  const { port, received } = await standIn({ authOptional: false });
  const url = `smtp://seats%40example.in:p%40ss%3Aword@127.0.0.1:${port}`;
  const attachments = [{ fileName: 'summary.pdf', content: Buffer.from('%PDF') }];
  expect(await transport(url).send({ ...message, attachments })).toEqual({ ok: true });
  expect(received[0]!.user).toBe('seats@example.in');
  expect(received[0]!.mail).toMatch(/filename=summary\.pdf/);
  expect(received[0]!.mail).toContain(Buffer.from('%PDF').toString('base64'));
});

test('security 42: a recipient is one address, and no header comes from it', async () => {
  const { port, received } = await standIn();
  await transport(`smtp://127.0.0.1:${port}`).send({
    ...message,
    to: 'asha@acme.in, eve@evil.example',
    subject: 'Code\r\nBcc: eve@evil.example',
  });
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@evil.example');
  expect(received.map(({ mail }) => mail).join()).not.toMatch(/^Bcc:/im);
});

test('what the server refuses is a refusal with its reason, without addresses in the log', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { port } = await standIn({ authOptional: false });
  expect(await transport(`smtp://seats:wrong@127.0.0.1:${port}`).send(message)).toEqual(failed('535 wrong password'));
  expect(JSON.stringify(error.mock.calls)).not.toMatch(/acme|wrong|seats/);
});

test('a refusal for good is final, with the words of the server and without the address', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const refuse = (responseCode: number) =>
    standIn({
      onRcptTo: ({ address }, _, done) =>
        done(Object.assign(new Error(`5.1.1 <${address}> is unknown`), { responseCode })),
    });
  const { port } = await refuse(550);
  expect(await transport(`smtp://127.0.0.1:${port}`).send(message)).toEqual({
    ...failed('550 5.1.1 <…> is unknown'),
    isFinal: true,
  });
  expect(JSON.stringify(error.mock.calls)).not.toContain('acme');
  await new Promise<void>((done) => server!.close(done));
  const busy = await refuse(450);
  expect(await transport(`smtp://127.0.0.1:${busy.port}`).send(message)).toEqual(failed('450 5.1.1 <…> is unknown'));
});

test('a queued message has a deadline of its own', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { port, received } = await standIn({
    onConnect: (_, done) => void setTimeout(done, 600),
  });
  const url = `smtp://127.0.0.1:${port}`;
  expect(await transport(url, 200).send(message)).toMatchObject({ ok: false });
  expect(received).toEqual([]);
  expect(await transport(url, 200).send({ ...message, deadlineMs: 20_000 })).toEqual({ ok: true });
});

test('security 42: to another machine a connection without TLS is refused', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { port, received } = await standIn({ disabledCommands: ['STARTTLS'] });
  // Reaches this machine as well, but is not one of its names.
  expect(await transport(`smtp://0.0.0.0:${port}`).send(message)).toEqual(failed('500 Error: command not recognized'));
  expect(received).toEqual([]);
});

test('a server that does not answer or is not there fails after the deadline at most; the log names it and the cause', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { port } = await standIn({ onConnect: () => undefined });
  expect(await transport(`smtp://127.0.0.1:${port}`, 200).send(message)).toMatchObject({ ok: false });
  await new Promise<void>((done) => server!.close(done));
  server = undefined;
  expect(await transport(`smtp://127.0.0.1:${port}`, 2000).send(message)).toEqual(failed('ESOCKET'));
  const lines = error.mock.calls.map(String).filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ host: '127.0.0.1', port }),
    expect.objectContaining({ event: 'message_refused', cause: 'ECONNREFUSED', host: '127.0.0.1', port }),
  ]);
});

test('texts are not sent', async () => {
  expect(await transport('smtp://127.0.0.1:1').send({ ...message, channel: 'sms' })).toEqual(failed('channel'));
});
