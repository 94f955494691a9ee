import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

type Email = { to: string[]; text: string; attachments?: unknown[] };

/** An e-mail that was accepted; `at` in milliseconds of performance.now(). */
type Accepted = { key: string; hasDocuments: boolean; at: number };

/** A stand-in for Resend: the variables that a program reaches it with, and the code sent to an address, once it arrives. */
export type MailProvider = {
  variables: Record<string, string>;
  codeFor: (address: string) => Promise<string>;
  /** What was accepted, and how many requests were refused, since the last call of `restart`. */
  seen: { accepted: Accepted[]; refused: number };
  /** Begins to count anew, and takes at most so many requests a second from now on. */
  restart: (perSecond?: number) => void;
  stop: () => void;
};

/** @param delayMs milliseconds until an e-mail is accepted */
export async function startMailProvider(delayMs = 0): Promise<MailProvider> {
  const arrived = new Map<string, string>();
  const waiting = new Map<string, (code: string) => void>();
  const seen: MailProvider['seen'] = { accepted: [], refused: 0 };
  let [most, second, inSecond] = [Infinity, 0, 0];
  const server = createServer(async (request, response) => {
    const { to, text, attachments = [] } = (await json(request)) as Email;
    const now = Math.floor(performance.now() / 1000);
    [second, inSecond] = [now, now === second ? inSecond + 1 : 1];
    const headers = { 'Content-Type': 'application/json' };
    if (inSecond > most) {
      seen.refused += 1;
      const refusal = { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many requests' };
      response.writeHead(429, { ...headers, 'Retry-After': '1' }).end(JSON.stringify(refusal));
      return;
    }
    if (delayMs > 0) await pause(delayMs);
    const key = String(request.headers['idempotency-key']);
    seen.accepted.push({ key, hasDocuments: attachments.length > 0, at: performance.now() });
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code) {
      arrived.set(to[0]!, code);
      waiting.get(to[0]!)?.(code);
    }
    response.writeHead(200, headers).end('{"id":"1"}');
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
    seen,
    restart: (perSecond = Infinity) => {
      most = perSecond;
      Object.assign(seen, { accepted: [], refused: 0 });
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
