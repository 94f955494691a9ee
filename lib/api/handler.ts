import 'server-only';
import type { z } from 'zod';
import { mayCall } from '@/lib/accounts/administrators/roles';
import {
  lacksFactor,
  requireAccount,
  requireAreaAdmin,
  type AccountScope,
  type AdminScope,
  type AreaScope,
} from '@/lib/accounts/administrators/session';
import { requireInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import type { AdoptionScope } from '@/lib/adoption/core/access';
import { requireHolder } from '@/lib/adoption/guests/guest-access';
import { HttpError } from '@/lib/platform/errors';
import { errorResponse, json, parseOrThrow, readBody, readJson } from '@/lib/platform/http';
import { CALL_MS } from '@/lib/platform/limits';
import { log } from '@/lib/platform/log';
import { currentRequest, nameEndpoint, REQUEST_ID_HEADER, requestIdOf, withRequestId } from '@/lib/platform/request-id';
import { isRefusalCode } from '@/lib/platform/i18n/error-codes';
import type { Locale } from '@/lib/platform/i18n/locale';
import { requestLocale } from '@/lib/platform/i18n/request';
import { includesRole } from '@/lib/accounts/company-roles';
import { requireOwnerOf, requireSponsor, sponsorOfRequest, type SponsorScope } from '@/lib/accounts/session';
import { countRequest } from '@/lib/operation/metrics/requests';
import { actWithin, answerWithin } from './act-within';
import { errorsOf, METHODS, type Access, type Endpoint, type Method } from './endpoint';

type Params = Record<string, string | string[] | undefined>;
type RouteContext = { params: Promise<Params> };
type RouteHandler = (request: Request, context?: RouteContext) => Promise<Response>;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type ScopeOf<A extends Access, Optional, InArea> = A extends 'sponsor' | 'owner'
  ? SponsorScope
  : A extends 'holder'
    ? AdoptionScope
    : A extends 'administrator'
      ? InArea extends true
        ? AreaScope
        : AdminScope
      : A extends 'office'
        ? InstituteScope
        : A extends 'account'
          ? AccountScope
          : Optional extends 'sponsor'
            ? SponsorScope | null
            : undefined;
type BodyOf<B> = B extends { schema: infer S } ? Parsed<S> : undefined;
type Bodies<C extends Endpoint> = {
  [Status in keyof C['responses']]: C['responses'][Status] extends { schema: infer S extends z.ZodType }
    ? z.output<S>
    : never;
};

/** The arguments of a handler, validated against the endpoint's description. */
export type HandlerContext<C extends Endpoint> = {
  request: Request;
  /** The language of the response. */
  locale: Locale;
  scope: ScopeOf<C['access'], C['optionalAuth'], C['inArea']>;
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  headers: Parsed<C['headers']>;
  body: BodyOf<C['body']>;
  /** Reads a file body; the size limit is checked while reading. Throws HttpError 413, and like the authorization. */
  readFile: () => Promise<Buffer>;
  /** Returns a JSON response that the endpoint declares. */
  respond: <Status extends keyof C['responses'] & number>(
    status: Status,
    body: Bodies<C>[Status],
    headers?: Record<string, string>,
  ) => Response;
};

/** Request handler of one endpoint, or of several that share a path. */
export type EndpointHandler = {
  endpoints: readonly Endpoint[];
  /** @param received the JSON body, if it was read already */
  handle: (request: Request, params: Params, received?: { body: unknown }) => Promise<Response>;
};

/**
 * Creates the request handler of an endpoint. A request is checked in this order: `first`; authorization (401, 403), once
 * its JSON has arrived; path (404); query, body and headers (400, 413, 415).
 * @param first runs before anything is read, such as a rate limit
 */
export function createHandler<C extends Endpoint>(
  endpoint: C,
  handle: (context: HandlerContext<C>) => Promise<Response>,
  first?: (request: Request) => Promise<void>,
): EndpointHandler {
  const namesField = errorsOf(endpoint).get(400)?.details?.shape.field !== undefined;
  return {
    endpoints: [endpoint],
    handle: async (request, params, received) => {
      nameEndpoint(endpoint.id);
      await first?.(request);
      // Before the authorization: whoever sends the body slowly would otherwise act with rights that ended meanwhile.
      const [sent] = await Promise.allSettled([received ?? receiveJson(endpoint, request)]);
      const scope = await authorize(endpoint, request);
      if (sent.status === 'rejected') throw sent.reason;
      const body = sent.value;
      if (endpoint.access === 'owner')
        requireOwnerOf(scope as SponsorScope, endpoint.params ? params.userId : idIn(body?.body));
      const context = {
        request,
        locale: requestLocale(request),
        scope,
        params: endpoint.params && readParams(endpoint.params, params),
        query: endpoint.query && parseOrThrow(endpoint.query, readQuery(endpoint, request)),
        body: await readBodyOf(endpoint, request, body, namesField),
        headers: endpoint.headers && parseOrThrow(endpoint.headers, readHeaders(endpoint.headers, request)),
        readFile: () => receiveFile(endpoint, request),
        respond: (status: number, data: unknown, headers?: Record<string, string>) => json(data, { status, headers }),
      };
      return handle(context as unknown as HandlerContext<C>);
    },
  };
}

/**
 * Dispatches a request to one of several endpoints by the keys of the JSON body; 400 if none matches.
 * @param shapeOf returns the key of the endpoint's handler
 */
export function dispatchByBody<Shape extends string>(
  shapeOf: (body: Record<string, unknown>) => Shape | 'unknown',
  handlers: Record<Shape, EndpointHandler>,
): EndpointHandler {
  const endpoints = Object.values<EndpointHandler>(handlers).flatMap((each) => each.endpoints);
  const maxBytes = Math.max(...endpoints.map(({ body }) => body?.maxBytes ?? 0));
  return {
    endpoints,
    handle: async (request, params) => {
      const body = await readJson(request, maxBytes);
      const shape = isRecord(body) ? shapeOf(body) : 'unknown';
      if (shape === 'unknown') throw new HttpError('request.invalid');
      return handlers[shape].handle(request, params, { body });
    },
  };
}

/**
 * Returns the route handlers of a path, one per method: a method without an endpoint is answered 405 with JSON. Every
 * response has its request id, errors are JSON, and each request is one log line.
 */
export function routeHandlers(
  byMethod: Partial<Record<Method, EndpointHandler>>,
): Record<Method | 'HEAD' | 'OPTIONS', RouteHandler> {
  const allowed = METHODS.filter((method) => byMethod[method]);
  const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') };
  const refuse = async () => {
    throw new HttpError('request.method', { headers });
  };
  const handlers = METHODS.map((method) => {
    const entry = byMethod[method];
    return [method, entry ? withRequestLog(entry.handle, entry.endpoints) : withRequestLog(refuse)] as const;
  });
  return {
    ...(Object.fromEntries(handlers) as Record<Method, RouteHandler>),
    // Next.js answers HEAD by running GET; a route exports this HEAD if its GET is too expensive for that.
    HEAD: withRequestLog(refuse),
    OPTIONS: withRequestLog(async () => new Response(null, { status: 204, headers })),
  };
}

/** Returns the handlers of unknown paths: 404 with JSON. */
export function notFoundHandlers(): Record<Method, RouteHandler> {
  const refuse = withRequestLog(async () => {
    throw new HttpError('request.unknown');
  });
  return Object.fromEntries(METHODS.map((method) => [method, refuse])) as Record<Method, RouteHandler>;
}

/** Unauthorized, forbidden, rate limited: logged as warnings with endpoint and code. */
const SECURITY_EVENTS: ReadonlySet<number> = new Set([401, 403, 429]);
const deadlineOf = ({ deadlineMs }: Endpoint) => deadlineMs ?? CALL_MS;
/** Schedulers and gateways send again what was not answered, and the work must then have recorded what it did. */
const isFinishedLate = ({ access }: Endpoint) => access === 'provider' || access === 'scheduler';

function withRequestLog(
  work: (request: Request, params: Params) => Promise<Response>,
  endpoints: readonly Endpoint[] = [],
): RouteHandler {
  const answer = endpoints.some(isFinishedLate) ? answerWithin : actWithin;
  const deadlineMs = Math.max(...endpoints.map(deadlineOf), 0) || CALL_MS;
  return (request, context) => {
    const id = requestIdOf(request.headers.get(REQUEST_ID_HEADER));
    return withRequestId(id, async () => {
      const start = performance.now();
      const response = await answer(async () => work(request, (await context?.params) ?? {}), deadlineMs).catch(
        (error: unknown) => errorResponse(error, request),
      );
      response.headers.set(REQUEST_ID_HEADER, id);
      const write = SECURITY_EVENTS.has(response.status) ? log.warn : log.info;
      const ms = performance.now() - start;
      write('request', { method: request.method, status: response.status, ms: Math.round(ms) });
      const { call, refusal } = currentRequest();
      countRequest({ endpoint: call, status: response.status, seconds: ms / 1000, code: refusal });
      return response;
    });
  };
}

async function authorize(
  endpoint: Endpoint,
  request: Request,
): Promise<AdoptionScope | AccountScope | null | undefined> {
  if (endpoint.minRole) {
    const scope = await sponsorScopeOf(endpoint, request);
    if (scope && 'role' in scope && !includesRole(scope.role, endpoint.minRole)) throw new HttpError('company.role');
    return scope;
  }
  const requireScope = ACCOUNTS[endpoint.access as keyof typeof ACCOUNTS];
  if (!endpoint.roles || !requireScope) return undefined;
  const scope = await requireScope(request);
  if (!endpoint.withoutFactor && lacksFactor(scope)) throw new HttpError('admin.factor_required');
  if (!mayCall(scope, endpoint))
    throw new HttpError(mayCall(scope, { ...endpoint, inArea: true }) ? 'admin.area' : 'admin.role');
  if (endpoint.confirmed && !scope.isConfirmed) throw new HttpError('admin.confirm');
  return scope;
}

/** What authenticates the accounts that are no sponsors'. */
const ACCOUNTS = { administrator: requireAreaAdmin, office: requireInstitute, account: requireAccount } as const;

function sponsorScopeOf({ access }: Endpoint, request: Request): Promise<AdoptionScope | null> {
  if (access === 'holder') return requireHolder(request);
  return access === 'anyone' ? sponsorOfRequest(request) : requireSponsor(request);
}

function readParams(schema: z.ZodObject, params: Params): unknown {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const code = parsed.error.issues[0]?.message ?? '';
  throw new HttpError(isRefusalCode(code) ? code : 'request.unknown');
}

function readQuery({ query, emptyIsAbsent }: Endpoint, request: Request): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [key, value] of new URL(request.url).searchParams) {
    if (!query || !Object.hasOwn(query.shape, key)) continue;
    if (Object.hasOwn(values, key)) throw new HttpError('request.invalid_field', { params: { field: key } });
    values[key] = value;
  }
  return emptyIsAbsent ? Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim())) : values;
}

function readHeaders(schema: z.ZodObject, { headers }: Request): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, headers.get(name) ?? undefined]));
}

async function receiveJson({ body }: Endpoint, request: Request): Promise<{ body: unknown } | undefined> {
  return body?.kind === 'json' ? { body: await readJson(request, body.maxBytes) } : undefined;
}

/** Files are large, so they are received after the authorization, which is repeated. */
async function receiveFile(endpoint: Endpoint, request: Request): Promise<Buffer> {
  const file = await readBody(request, endpoint.body?.maxBytes ?? 0);
  await authorize(endpoint, request);
  return file;
}

async function readBodyOf(
  { body }: Endpoint,
  request: Request,
  json: { body: unknown } | undefined,
  namesField: boolean,
): Promise<unknown> {
  if (body?.kind === 'json') return parseOrThrow(body.schema, json?.body, { namesField });
  if (body?.kind !== 'form') return undefined;
  const form = new URLSearchParams((await readBody(request, body.maxBytes)).toString());
  return parseOrThrow(body.schema, Object.fromEntries(form));
}

const idIn = (body: unknown) => (isRecord(body) ? body.userId : undefined);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
