import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi, errorJson } from './api';
import { Clock } from './clock';
import { payloadJson } from './entities';
import { Gateway, Refusal, type Announce } from './gateway';
import { linkPage, refusalPage, type PageAnswer } from './pages';
import { DEFAULT_SWITCHES, type Switches } from './switches';
import { WebhookSender } from './webhooks';

/**
 * What happens to a request instead of an answer: 'before' it is carried out or 'after'.
 * - silence: no answer, the connection stays open
 * - reset: the connection is cut
 * - 429, 500, 502: these statuses, 502 as HTML of a proxy; 500-html the same with 500
 * - text: 200 with something else than JSON; slow: the answer comes after `ms`
 */
export type Fault = {
  kind: 'silence' | 'reset' | '429' | '500' | '500-html' | '502' | 'redirect' | 'text' | 'slow';
  when?: 'before' | 'after';
  /** Only requests whose method and path begin with this, such as 'POST /payment_links'. */
  on?: string;
  ms?: number;
};

type JournalEntry = {
  at: number;
  method: string;
  path: string;
  query: string;
  /** Without Authorization, of which only the verdict is kept. */
  headers: Record<string, string | string[] | undefined>;
  isAuthorized: boolean;
  body: string;
  status: number | null;
};

export type StandInOptions = {
  /** 0 takes a free port. */
  port?: number;
  /** Address that webhooks are sent to; null sends none. */
  webhookUrl?: string | null;
  keyId?: string;
  keySecret?: string;
  webhookSecret?: string;
  /** The account's limit of one payment. */
  maximumPaise?: number;
  switches?: Partial<Switches>;
  /** How long a webhook may take. */
  webhookLimitMs?: number;
};

export type StandIn = {
  /** Origin of API and pages. */
  url: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  gateway: Gateway;
  webhooks: WebhookSender;
  /** Every request to the API and the pages, oldest first. */
  journal: JournalEntry[];
  /** Faults of the next requests to the API, each used once. */
  faults: Fault[];
  announce: Announce;
  /** Moves the clock forward and does what is due then, webhooks included. */
  moveClock: (seconds: number) => Promise<void>;
  stop: () => Promise<void>;
};

const TICK_MS = 500;
const BODY_LIMIT = 1024 * 1024;

/** Starts a stand-in for Razorpay on loopback, with its state in memory. */
export async function startRazorpayStandIn({
  port = 0,
  webhookUrl = null,
  keyId = 'rzp_test_StandIn0000001',
  keySecret = 'test_key_secret_0001',
  webhookSecret = 'test_webhook_secret_0001',
  maximumPaise = 500_000_00,
  switches = {},
  webhookLimitMs,
}: StandInOptions = {}): Promise<StandIn> {
  const clock = new Clock();
  const settings: Switches = { ...DEFAULT_SWITCHES, ...switches };
  const webhooks = new WebhookSender(clock, settings, webhookUrl, [webhookSecret], webhookLimitMs);
  let url = '';
  const announce: Announce = (event, entities) => void webhooks.add(event, payloadJson(gateway, event, entities, url));
  const gateway = new Gateway(clock, settings, maximumPaise, announce);
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  const server = createServer((request, response) => {
    response.setHeader('Date', new Date(clock.now() * 1000).toUTCString());
    void handle(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal('Internal server error', null, 500);
      if (!response.headersSent) sendJson(response, refusal.status, errorJson(refusal.description, refusal.field));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const body = await readBody(request);
    gateway.tick();
    const { authorization: given, ...headers } = request.headers;
    const entry: JournalEntry = {
      at: clock.now(),
      method,
      path: pathname,
      query: searchParams.toString(),
      headers,
      isAuthorized: given === authorization,
      body,
      status: null,
    };
    standIn.journal.push(entry);
    response.once('finish', () => (entry.status = response.statusCode));
    const form = method === 'POST' ? new URLSearchParams(body) : null;
    const code = /^\/l\/(\w+)$/.exec(pathname)?.[1];
    if (code) return sendPage(response, () => linkPage(gateway, keySecret, code, form));
    if (!pathname.startsWith('/v1/')) throw new Refusal('The requested URL was not found on the server.', null, 404);
    const path = pathname.slice('/v1'.length);
    const fault = takeFault(`${method} ${path}`);
    if (fault && fault.when !== 'after' && fault.kind !== 'slow') return spoil(response, fault);
    const answer = answerOf(entry, path, searchParams);
    if (fault?.kind === 'slow') await pause(fault.ms ?? 6000, undefined, { ref: false });
    else if (fault) return spoil(response, fault);
    sendJson(response, answer.status, answer.json);
  }

  const api = (request: Parameters<ReturnType<typeof createApi>>[0]) => createApi(gateway, url)(request);

  function answerOf(entry: JournalEntry, path: string, query: URLSearchParams): { status: number; json: object } {
    if (!entry.isAuthorized) {
      const description =
        settings.wrongKeys === 401 ? 'Authentication failed' : 'The api key/secret provided is invalid';
      return { status: settings.wrongKeys, json: errorJson(description) };
    }
    const { method, body, headers } = entry;
    try {
      const json = api({ method, path, query, body: body ? JSON.parse(body) : undefined, headers });
      return { status: settings.success, json };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, json: errorJson(error.description, error.field) };
      return { status: 400, json: errorJson('The request body is no JSON') };
    }
  }

  function takeFault(request: string): Fault | undefined {
    const index = standIn.faults.findIndex(({ on = '' }) => request.startsWith(on));
    return index < 0 ? undefined : standIn.faults.splice(index, 1)[0];
  }

  const ticking = setInterval(() => {
    gateway.tick();
    void webhooks.tick();
  }, TICK_MS).unref();

  const standIn: StandIn = {
    url,
    keyId,
    keySecret,
    webhookSecret,
    gateway,
    webhooks,
    journal: [],
    faults: [],
    announce,
    moveClock: async (seconds) => {
      clock.move(seconds);
      gateway.tick();
      await webhooks.tick();
    },
    stop: async () => {
      clearInterval(ticking);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  await new Promise<void>((ready, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', ready);
  });
  url = standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new Refusal('The request is too large', null, 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function sendJson(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
}

function sendPage(response: ServerResponse, make: () => PageAnswer): void {
  let page: PageAnswer;
  try {
    page = make();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    page = refusalPage(error);
  }
  if ('location' in page) response.writeHead(303, { Location: page.location }).end();
  else response.writeHead(page.status ?? 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page.html);
}

function spoil(response: ServerResponse, { kind }: Fault): void {
  const html = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
  switch (kind) {
    case 'silence':
      return;
    case 'reset':
      return void response.socket?.resetAndDestroy();
    case '429':
      return sendJson(response, 429, errorJson('Too many requests'));
    case '500':
      return sendJson(response, 500, errorJson('We are facing some trouble', null, 'SERVER_ERROR'));
    case 'redirect':
      return void response.writeHead(302, { Location: 'https://example.com/' }).end();
    case 'text':
      return void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK');
    default:
      response.writeHead(kind === '502' ? 502 : 500, { 'Content-Type': 'text/html' }).end(html);
  }
}
