import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Address } from './local';

const DRAIN_SECONDS = 25;
const PORT_WAIT_SECONDS = 6;

export type RunningServer = {
  /** Takes no new connections, lets requests in flight finish (at most 25 s), and closes. */
  close: () => Promise<void>;
};

/** Serves the production build. The environment is checked by instrumentation.ts before the first request is taken. */
export async function serve({ host, port }: Address): Promise<RunningServer> {
  Object.assign(process.env, { NODE_ENV: 'production' });
  const { default: next } = await import('next');
  // Next.js prints errors whole, with the parameters of a query that failed; instrumentation.ts logs them without (security 52).
  const app = next({ dev: false, hostname: host, port, quiet: true });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = createServer((request, response) => {
    recordAddress(request);
    if (!isDecodable(request.url ?? '/'))
      return void response.writeHead(400, { 'Content-Type': 'text/plain' }).end('Bad Request');
    // Next.js answers 500: no request object can have this method.
    if (request.method === 'TRACE') return void response.writeHead(405).end();
    if (!server.listening) response.setHeader('Connection', 'close');
    void handle(request, response);
  });
  await listen(server, { host, port });
  return {
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      const late = setTimeout(() => server.closeAllConnections(), DRAIN_SECONDS * 1000);
      // A browser keeps its connection open after the last answer; waiting for it would make every stop slow.
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      await closed;
      clearTimeout(late);
      clearInterval(idle);
      await app.close();
    },
  };
}

/** Adds the address of the socket to X-Forwarded-For: the one entry a client cannot write, which clientAddress() relies on. */
function recordAddress(request: IncomingMessage): void {
  const given = request.headers['x-forwarded-for'];
  const address = (request.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
  request.headers['x-forwarded-for'] = given ? `${String(given)}, ${address}` : address;
}

/** Next.js answers 500 to an address whose escapes do not decode; it is the client's mistake. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the port can be had: a copy that was just killed may take a moment to let go of it. Throws a message that names PORT. */
export async function requirePort(address: Address): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((done) => probe.close(done));
}

async function listen(server: Server, { host, port }: Address): Promise<void> {
  for (const until = Date.now() + PORT_WAIT_SECONDS * 1000; ; await pause(250)) {
    try {
      return await new Promise<void>((done, fail) => {
        server.once('error', fail);
        server.listen(port, host, () => {
          server.off('error', fail);
          done();
        });
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (Date.now() > until) {
        throw new Error(
          `Port ${port} is taken, perhaps by another copy of this program. Stop it, or choose another: PORT=${port + 1}`,
          {
            cause: error,
          },
        );
      }
    }
  }
}
