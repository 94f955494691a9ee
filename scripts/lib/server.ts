import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import compression from 'compression';
import { REQUEST_HEAD_SECONDS, REQUEST_SECONDS } from '@/lib/platform/limits';
import { log } from '@/lib/platform/log';
import { nameProgram } from '@/lib/platform/log-program';
import { REQUEST_ID_HEADER, requestIdOf } from '@/lib/platform/request-id';
import { stopJobs } from '@/lib/operation/jobs/stop';
import { watchConnections } from './connections';
import { createEndpointDispatcher } from './endpoint-dispatcher';
import { listen } from './listen';
import type { Address } from './local';
import { createPageLog } from './page-log';
import { PageResponse } from './page-response';

const ID = REQUEST_ID_HEADER.toLowerCase();
const DRAIN_SECONDS = 25;
const START_SECONDS = 10;
/**
 * Longer than proxies and clients keep an idle connection (60 s in nginx): if the server closes it first, a request that
 * is sent at that moment fails.
 */
const KEEP_ALIVE_SECONDS = 65;
/** How long after its stop has begun the server waits for the first request of a connection; a proxy sends it at once. */
const FIRST_REQUEST_MS = 2000;

/** Paths served from files: public/ and the build. */
const FILES = /^\/(_next\/static|geo|icons|social)\//;
/** Conditional and range headers: Next.js returns 500 if their condition is not met. Files are small and sent whole. */
const CONDITIONS = ['range', 'if-match', 'if-unmodified-since'];

type RunningServer = {
  /** Accepts no new connections, waits at most 25 s for requests in flight, the jobs and what runs after responses, and closes. */
  close: () => Promise<void>;
};

/** Serves the production build. instrumentation.ts validates the environment before it listens. */
export async function serve({ host, port }: Address): Promise<RunningServer> {
  Object.assign(process.env, { NODE_ENV: 'production' });
  const { default: next } = await import('next');
  // Otherwise Next.js adds an upgrade handler to our server that neither responds nor closes (docs/decisions/0015).
  const httpServer = createServer();
  // Next.js prints complete errors, with the parameters of a failed query; instrumentation.ts logs them without.
  const app = next({ dev: false, hostname: host, port, quiet: true, httpServer });
  await app.prepare();
  await started();
  const handle = app.getRequestHandler();
  nameProgram();
  const [logPage, endpoints] = await Promise.all([createPageLog(), createEndpointDispatcher()]);
  const compress = compression();
  const options = {
    ServerResponse: PageResponse,
    headersTimeout: REQUEST_HEAD_SECONDS * 1000,
    requestTimeout: REQUEST_SECONDS * 1000,
    connectionsCheckingInterval: REQUEST_HEAD_SECONDS * 250,
    keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
  };
  const server = createServer(options, (request, response) => {
    recordAddress(request);
    // The same id for the log lines of this process, of the page, and of what the page calls.
    const id = requestIdOf(request.headers[ID]);
    request.headers[ID] = id;
    const refusal = refusalOf(request);
    if (refusal) {
      log.info('request_refused', { request: id, status: refusal });
      return void refuse(response, refusal);
    }
    for (const name of CONDITIONS) delete request.headers[name];
    if (!server.listening) response.setHeader('Connection', 'close');
    // Connections that end early are not errors of the program.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const endpoint = endpoints.find(request);
    if (!endpoint) {
      logPage(request, response);
      response.begin(id);
    }
    compress(request as never, response as never, () => undefined);
    void (endpoint ?? handle)(request, response);
  });
  const connections = watchConnections(server);
  await listen(server, { host, port });
  return {
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      const drained = pause(DRAIN_SECONDS * 1000);
      const late = setTimeout(() => connections.closeAll(), DRAIN_SECONDS * 1000);
      // A browser leaves its connection open after the last response; waiting for it would delay every stop.
      const firstUntil = Date.now() + FIRST_REQUEST_MS;
      connections.closeIdle(false);
      const idle = setInterval(() => connections.closeIdle(Date.now() > firstUntil), 100);
      const jobs = stopJobs();
      await closed;
      clearTimeout(late);
      clearInterval(idle);
      // app.close() waits for what runs after responses, however long that takes.
      await Promise.race([jobs.then(() => Promise.all([app.close(), endpoints.finish()])), drained]);
    },
  };
}

/** Waits for instrumentation.ts, which begins soon after `prepare` and ends the process if the configuration is wrong. */
async function started(): Promise<void> {
  const shared = globalThis as typeof globalThis & { seatAdoptionStarted?: Promise<void> };
  for (const until = Date.now() + START_SECONDS * 1000; !shared.seatAdoptionStarted && Date.now() < until;)
    await pause(10);
  await shared.seatAdoptionStarted;
}

/**
 * Returns the status for a request that Next.js would answer with 500 or redirect to another site; null for all others.
 */
function refusalOf({ method = '', url = '', headers }: IncomingMessage): number | null {
  // Any other Upgrade is an offer that the server may ignore.
  if (/\bwebsocket\b/i.test(headers.upgrade ?? '')) return 400;
  // '*', or the URL of another site.
  if (!url.startsWith('/')) return 400;
  const path = decodePath(url);
  if (path === null) return 400;
  if (path === '/_global-error') return 404;
  // Request objects of Next.js cannot have this method; for files it answers other methods with 500.
  if (method === 'TRACE' || (FILES.test(path) && !['GET', 'HEAD'].includes(method))) return 405;
  return null;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', Connection: 'close' }).end(STATUS_CODES[status]);
}

/** Adds the socket's address to X-Forwarded-For: the only entry a client cannot forge, used by clientAddress(). */
function recordAddress(request: IncomingMessage): void {
  const forwarded = request.headers['x-forwarded-for'];
  const address = (request.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
  request.headers['x-forwarded-for'] = forwarded ? `${String(forwarded)}, ${address}` : address;
}

/** Returns the path of a request target, or null if it cannot be decoded. */
function decodePath(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!);
  } catch {
    return null;
  }
}
