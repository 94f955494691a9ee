import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Email = { to: string[]; text: string };

/** A stand-in for Resend: the variables that a program reaches it with, and the code sent to an address, once it arrives. */
export type MailProvider = {
  variables: Record<string, string>;
  codeFor: (address: string) => Promise<string>;
  stop: () => void;
};

export async function startMailProvider(): Promise<MailProvider> {
  const arrived = new Map<string, string>();
  const waiting = new Map<string, (code: string) => void>();
  const server = createServer(async (request, response) => {
    const { to, text } = (await json(request)) as Email;
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code) {
      arrived.set(to[0]!, code);
      waiting.get(to[0]!)?.(code);
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"1"}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    variables: {
      MESSAGE_TRANSPORT: 'resend',
      RESEND_API_KEY: 're_bench',
      RESEND_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MESSAGE_FROM: 'Seats <seats@bench.example>',
    },
    codeFor: (address) =>
      new Promise((done) => {
        const code = arrived.get(address);
        if (code) done(code);
        else waiting.set(address, done);
      }),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
