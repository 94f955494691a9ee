import { once } from 'node:events';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import compression from 'compression';
import { REQUEST_HEAD_SECONDS, REQUEST_SECONDS, RETRY_SECONDS } from '@/lib/platform/limits';
import { log } from '@/lib/platform/log';
import { nameProgram } from '@/lib/platform/log-program';
import { REQUEST_ID_HEADER, requestIdOf } from '@/lib/platform/request-id';
import { closeRequest, openRequest } from '@/lib/platform/unavailable';
import { stopJobs } from '@/lib/operation/jobs/stop';
import { createEndpointDispatcher } from './endpoint-dispatcher';
import type { Address } from './local';
import { createPageLog } from './page-log';
import { UNAVAILABLE_PAGE } from './unavailable-page';

const ID = REQUEST_ID_HEADER.toLowerCase();
const DRAIN_SECONDS = 25;
const PORT_WAIT_SECONDS = 6;
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
      correctHead(response, id);
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
 * Tracks every open connection, also those without a completed request, which server.closeIdleConnections() leaves
 * open.
 */
function watchConnections(server: Server) {
  /** Pending requests of each connection, and whether there was none yet. */
  const open = new Map<Socket, { requests: number; isNew: boolean }>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { requests: 0, isNew: true });
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.requests += 1;
    connection.isNew = false;
    response.once('close', () => (connection.requests -= 1));
  });
  return {
    closeIdle: (withNew: boolean) =>
      open.forEach(({ requests, isNew }, socket) => {
        if (requests === 0 && (withNew || !isNew)) socket.destroy();
      }),
    closeAll: () => open.forEach((_, socket) => socket.destroy()),
  };
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

/**
 * Corrects what Next.js says: it offers parts of files, which are sent whole (CONDITIONS), and answers a page that failed
 * because the database is away with a 500 that is empty without JavaScript, instead of one that says when to try again. A page
 * that says so itself has 200, which caches and monitors take for the page: it keeps its text.
 */
export function correctHead(response: ServerResponse, id: string): void {
  const request = openRequest(id);
  let isReplaced = false;
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...chunk: unknown[]) => boolean;
  const end = response.end.bind(response) as (...chunk: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    response.removeHeader('Accept-Ranges');
    const isPage = String(response.getHeader('Content-Type')).startsWith('text/html');
    // A page that a script asked for stays in the document of the page before.
    const isShown = response.statusCode === 200 && isPage;
    if (!request.isUnavailable || (response.statusCode !== 500 && !isShown)) return writeHead(...head);
    response.statusCode = 503;
    response.setHeader('Retry-After', String(RETRY_SECONDS));
    // Others are answers to scripts, or sitemaps.
    if (isShown || !isPage) return writeHead(503, ...head.slice(1));
    isReplaced = true;
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag', 'Link']) response.removeHeader(name);
    writeHead(503);
    return end(UNAVAILABLE_PAGE);
  };
  // Compression calls these with the page of Next.js.
  response.write = (...chunk: unknown[]) => isReplaced || write(...chunk);
  response.end = (...chunk: unknown[]) => (isReplaced ? response : end(...chunk));
  response.once('close', () => closeRequest(id, request));
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

/**
 * Waits until the port is free: a copy that was just killed may take a moment to release it. Throws a message that
 * names PORT.
 */
export async function requirePort(address: Address): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((done) => probe.close(done));
}

async function listen(server: Server, { host, port }: Address): Promise<void> {
  for (const until = Date.now() + PORT_WAIT_SECONDS * 1000; ; await pause(250)) {
    try {
      server.listen(port, host);
      return void (await once(server, 'listening'));
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
