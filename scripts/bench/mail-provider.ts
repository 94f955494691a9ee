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
  const codes = new Map<string, PromiseWithResolvers<string>>();
  const codeOf = (address: string) => {
    const code = codes.get(address) ?? Promise.withResolvers<string>();
    codes.set(address, code);
    return code;
  };
  const server = createServer(async (request, response) => {
    const { to, text } = (await json(request)) as Email;
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code) codeOf(to[0]!).resolve(code);
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
    codeFor: (address) => codeOf(address).promise,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
