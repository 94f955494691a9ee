import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { REQUEST_HEAD_SECONDS, REQUEST_SECONDS } from '@/lib/core/limits';
import type { Address } from './local';

const DRAIN_SECONDS = 25;
const PORT_WAIT_SECONDS = 6;

/** What is served from files: public/ and the build. */
const FILES = /^\/(_next\/static|geo|icons|social)\//;
/** Headers that ask for a part of a file, or for it only as it was: Next.js answers 500 where that is not met. Files are small and sent whole. */
const CONDITIONS = ['range', 'if-match', 'if-unmodified-since'];

export type RunningServer = {
  /** Takes no new connections, lets requests in flight finish (at most 25 s), and closes. */
  close: () => Promise<void>;
};

/** Serves the production build. The environment is checked by instrumentation.ts before the first request is taken. */
export async function serve({ host, port }: Address): Promise<RunningServer> {
  Object.assign(process.env, { NODE_ENV: 'production' });
  const { default: next } = await import('next');
  // Next.js would add a handler of upgrades to our server that never answers and never closes; it gets a server that is not used (security 55).
  const httpServer = createServer();
  // Next.js prints errors whole, with the parameters of a query that failed; instrumentation.ts logs them without (security 52).
  const app = next({ dev: false, hostname: host, port, quiet: true, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  const options = {
    headersTimeout: REQUEST_HEAD_SECONDS * 1000,
    requestTimeout: REQUEST_SECONDS * 1000,
    connectionsCheckingInterval: REQUEST_HEAD_SECONDS * 250,
  };
  const server = createServer(options, (request, response) => {
    recordAddress(request);
    const refusal = refusalOf(request);
    if (refusal) return void refuse(response, refusal);
    for (const name of CONDITIONS) delete request.headers[name];
    if (!server.listening) response.setHeader('Connection', 'close');
    void handle(request, response);
  });
  const connections = watchConnections(server);
  await listen(server, { host, port });
  return {
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      const late = setTimeout(() => connections.closeAll(), DRAIN_SECONDS * 1000);
      // A browser keeps its connection open after the last answer; waiting for it would make every stop slow.
      connections.closeIdle();
      const idle = setInterval(() => connections.closeIdle(), 100);
      await closed;
      clearTimeout(late);
      clearInterval(idle);
      await app.close();
    },
  };
}

/** Knows every open connection, also one on which no request was ever finished: those server.closeIdleConnections() leaves open. */
function watchConnections(server: Server) {
  /** How many requests are being answered on each. */
  const answering = new Map<Socket, number>();
  const count = (socket: Socket, change: number) => {
    const before = answering.get(socket);
    if (before !== undefined) answering.set(socket, before + change);
  };
  server.on('connection', (socket: Socket) => {
    answering.set(socket, 0);
    socket.once('close', () => answering.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return {
    closeIdle: () => answering.forEach((requests, socket) => void (requests === 0 && socket.destroy())),
    closeAll: () => answering.forEach((_, socket) => socket.destroy()),
  };
}

/** The status with which a request is refused that Next.js would answer with 500 or lead to another site (security 70); null for all others. */
function refusalOf({ method = '', url = '', headers }: IncomingMessage): number | null {
  // Any other Upgrade is an offer that need not be taken: such a request is answered as if it were not there.
  if (/\bwebsocket\b/i.test(headers.upgrade ?? '')) return 400;
  // '*', or the whole address of another site.
  if (!url.startsWith('/')) return 400;
  const path = decodePath(url);
  if (path === null) return 400;
  if (path === '/_global-error') return 404;
  // No request object of Next.js can have this method; of files it answers the others with 500.
  if (method === 'TRACE' || (FILES.test(path) && !['GET', 'HEAD'].includes(method))) return 405;
  return null;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', Connection: 'close' }).end(STATUS_CODES[status]);
}

/** Adds the address of the socket to X-Forwarded-For: the one entry a client cannot write, which clientAddress() relies on. */
function recordAddress(request: IncomingMessage): void {
  const given = request.headers['x-forwarded-for'];
  const address = (request.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
  request.headers['x-forwarded-for'] = given ? `${String(given)}, ${address}` : address;
}

/** The path of an address, or null where its escapes do not decode. */
function decodePath(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!);
  } catch {
    return null;
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
