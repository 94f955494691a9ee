import 'server-only';
import type { z } from 'zod';
import { requireAdmin, type AdminScope } from '@/lib/admin/session';
import { withDeadline } from '@/lib/core/deadline';
import { HttpError } from '@/lib/core/errors';
import { answerError, json, parseOrThrow, readBody, readJson } from '@/lib/core/http';
import { log } from '@/lib/core/log';
import { nameCall, REQUEST_ID_HEADER, requestIdOf, withRequestId } from '@/lib/core/request-id';
import { isErrorCode } from '@/lib/i18n/errors';
import type { Locale } from '@/lib/i18n/locale';
import { requestLocale } from '@/lib/i18n/request';
import { requireOwnerOf, requireSponsor, type SponsorScope } from '@/lib/identity/session';
import { METHODS, type Access, type Call, type Method } from './call';

type Params = Record<string, string | string[] | undefined>;
type Context = { params: Promise<Params> };
type Handler = (request: Request, context?: Context) => Promise<Response>;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type ScopeOf<A extends Access> = A extends 'sponsor' | 'owner'
  ? SponsorScope
  : A extends 'administrator'
    ? AdminScope
    : undefined;
type BodyOf<B> = B extends { schema: infer S } ? Parsed<S> : undefined;
type Bodies<C extends Call> = {
  [Status in keyof C['answers']]: C['answers'][Status] extends { schema: infer S extends z.ZodType }
    ? z.output<S>
    : never;
};

/** What a handler is asked: all of it checked by the description of its call. */
export type Asked<C extends Call> = {
  request: Request;
  /** The language that the answer is written in. */
  locale: Locale;
  scope: ScopeOf<C['access']>;
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  headers: Parsed<C['headers']>;
  body: BodyOf<C['body']>;
  /** The bytes of a body that is a file, counted while they are read. Throws HttpError 413. */
  readFile: () => Promise<Buffer>;
  /** Answers JSON that the description allows. */
  answer: <Status extends keyof C['answers'] & number>(
    status: Status,
    body: Bodies<C>[Status],
    headers?: Record<string, string>,
  ) => Response;
};

/** The way into the handler of a call, or of several that share an address. */
export type Door = {
  calls: readonly Call[];
  /** @param given the JSON body, if it was read already */
  enter: (request: Request, params: Params, given?: { body: unknown }) => Promise<Response>;
};

/**
 * Opens a call to requests that keep to its description, in this order: `first`; who asks (401, 403); the path (404); the query, the
 * body and the headers (400, 413, 415).
 * @param first what comes before anything is read, such as a limit
 */
export function door<C extends Call>(
  call: C,
  handle: (asked: Asked<C>) => Promise<Response>,
  first?: (request: Request) => Promise<void>,
): Door {
  return {
    calls: [call],
    enter: async (request, params, given) => {
      nameCall(call.id);
      await first?.(request);
      const scope = await admit(call, request);
      const body =
        call.body?.kind === 'json' ? (given ?? { body: await readJson(request, call.body.maxBytes) }) : given;
      if (call.access === 'owner')
        requireOwnerOf(scope as SponsorScope, call.params ? params.userId : idIn(body?.body));
      const asked = {
        request,
        locale: requestLocale(request),
        scope,
        params: call.params && readParams(call.params, params),
        query: call.query && parseOrThrow(call.query, readQuery(call, request)),
        body: await readAsked(call, request, body),
        headers: call.headers && parseOrThrow(call.headers, readHeaders(call.headers, request)),
        readFile: () => readBody(request, call.body?.maxBytes ?? 0),
        answer: (status: number, data: unknown, headers?: Record<string, string>) => json(data, { status, headers }),
      };
      return handle(asked as unknown as Asked<C>);
    },
  };
}

/**
 * One address for several calls, told apart by the keys of the JSON body; 400 for a body that is none of them.
 * @param shapeOf the name of the call's door
 */
export function doorByShape<Shape extends string>(
  shapeOf: (body: Record<string, unknown>) => Shape | 'unknown',
  doors: Record<Shape, Door>,
): Door {
  const calls = Object.values<Door>(doors).flatMap((each) => each.calls);
  const maxBytes = Math.max(...calls.map(({ body }) => body?.maxBytes ?? 0));
  return {
    calls,
    enter: async (request, params) => {
      const body = await readJson(request, maxBytes);
      const shape = isRecord(body) ? shapeOf(body) : 'unknown';
      if (shape === 'unknown') throw new HttpError(400, 'request.invalid');
      return doors[shape].enter(request, params, { body });
    },
  };
}

/**
 * The handlers of an address, for all methods: those that have no door are answered 405 with JSON. Every answer carries its
 * request's id, refusals are JSON, and the log has one line a request.
 */
export function serve(doors: Partial<Record<Method, Door>>): Record<Method | 'HEAD' | 'OPTIONS', Handler> {
  const allowed = METHODS.filter((method) => doors[method]);
  const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') };
  const refuse = async () => {
    throw new HttpError(405, 'request.method', { headers });
  };
  const handlers = METHODS.map((method) => {
    const own = doors[method];
    return [method, own ? within(own.enter, Math.max(...own.calls.map(deadlineOf))) : within(refuse)] as const;
  });
  return {
    ...(Object.fromEntries(handlers) as Record<Method, Handler>),
    // Next.js answers HEAD by GET; an address exports this one where GET is too dear for that.
    HEAD: within(refuse),
    OPTIONS: within(async () => new Response(null, { status: 204, headers })),
  };
}

/** The handlers of addresses that do not exist. */
export function serveNothing(): Record<Method, Handler> {
  const refuse = within(async () => {
    throw new HttpError(404, 'request.unknown');
  });
  return Object.fromEntries(METHODS.map((method) => [method, refuse])) as Record<Method, Handler>;
}

const DEADLINE_MS = 10_000;
/** Not let in, not allowed, too often: what an operator may want to be warned of; the line names the call and the code. */
const SECURITY_EVENTS: ReadonlySet<number> = new Set([401, 403, 429]);
const deadlineOf = ({ deadlineMs }: Call) => deadlineMs ?? DEADLINE_MS;

function within(work: (request: Request, params: Params) => Promise<Response>, deadlineMs = DEADLINE_MS): Handler {
  return (request, context) => {
    const id = requestIdOf(request.headers);
    return withRequestId(id, async () => {
      const begun = performance.now();
      const response = await withDeadline(
        Promise.resolve(context?.params ?? {}).then((params) => work(request, params)),
        deadlineMs,
      ).catch((error: unknown) => answerError(error, request));
      response.headers.set(REQUEST_ID_HEADER, id);
      const write = SECURITY_EVENTS.has(response.status) ? log.warn : log.info;
      write('request', {
        method: request.method,
        status: response.status,
        ms: Math.round(performance.now() - begun),
      });
      return response;
    });
  };
}

async function admit({ access }: Call, request: Request): Promise<SponsorScope | AdminScope | undefined> {
  if (access === 'sponsor' || access === 'owner') return requireSponsor(request);
  return access === 'administrator' ? requireAdmin(request) : undefined;
}

function readParams(schema: z.ZodObject, params: Params): unknown {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const code = parsed.error.issues[0]?.message ?? '';
  throw new HttpError(404, isErrorCode(code) ? code : 'request.unknown');
}

function readQuery({ query, emptyIsAbsent }: Call, request: Request): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [key, value] of new URL(request.url).searchParams) {
    if (!query || !Object.hasOwn(query.shape, key)) continue;
    if (Object.hasOwn(given, key)) throw new HttpError(400, 'request.invalid_field', { params: { field: key } });
    given[key] = value;
  }
  return emptyIsAbsent ? Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim())) : given;
}

function readHeaders(schema: z.ZodObject, { headers }: Request): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, headers.get(name) ?? undefined]));
}

async function readAsked({ body }: Call, request: Request, json: { body: unknown } | undefined): Promise<unknown> {
  if (body?.kind === 'json') return parseOrThrow(body.schema, json?.body);
  if (body?.kind !== 'form') return undefined;
  const form = new URLSearchParams((await readBody(request, body.maxBytes)).toString());
  return parseOrThrow(body.schema, Object.fromEntries(form));
}

const idIn = (body: unknown) => (isRecord(body) ? body.userId : undefined);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
