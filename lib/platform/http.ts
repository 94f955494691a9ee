import 'server-only';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { z } from 'zod';
import { unavailableCode } from '@/db/errors';
import { isRefusalCode } from '@/lib/platform/i18n/error-codes';
import { errorText, isFilled } from '@/lib/platform/i18n/errors';
import { requestLocale } from '@/lib/platform/i18n/request';
import '@/lib/platform/i18n/server';
import { DeadlineError } from './deadline';
import { formatFrom } from './dates';
import { env } from './env';
import { HttpError } from './errors';
import { MAX_DISCARDED_BYTES, MAX_JSON_DEPTH, MAX_JSON_ITEMS, MAX_JSON_KEYS, RETRY_SECONDS } from './limits';
import { describeError, log } from './log';
import { nameErrorCode } from './request-id';

/** Characters from which on compression is worth its processor time. */
const COMPRESSED_FROM = 1024;

/**
 * Returns a JSON response with no-store: seat numbers must be fresh and responses may be private. Short ones are not
 * compressed (no-transform): the framework drops their length, and its compression then takes them for long ones.
 */
export function json(body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  const text = JSON.stringify(body);
  const caching = text.length < COMPRESSED_FROM ? 'no-store, no-transform' : 'no-store';
  return new Response(text, {
    status: init.status ?? 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': caching, ...init.headers },
  });
}

/**
 * Converts a thrown error to a response: an HttpError becomes `{message, code, …details}` with its status, the message
 * in the language that the request accepts, whose {time} is when the request may be sent again; an exceeded deadline
 * or an unavailable database becomes 503; anything else
 * is logged and becomes 500 without a message, so that the page shows its own fallback and nothing internal leaks.
 */
export function errorResponse(thrown: unknown, request: Request): Response {
  const error = asHttpError(thrown);
  if (!error) {
    log.error('request_failed', describeError(thrown));
    return json({ code: 'internal' }, { status: 500 });
  }
  nameErrorCode(error.code);
  const { params, details, headers, retryAfterSeconds } = error.options;
  const retry = retryAfterSeconds ?? (error.status === 503 ? RETRY_SECONDS : undefined);
  const locale = requestLocale(request);
  const values =
    retry === undefined ? params : { time: formatFrom(new Date(Date.now() + retry * 1000), locale), ...params };
  return json(
    { message: errorText(error.code, values, locale), code: error.code, ...details },
    {
      status: error.status,
      headers: {
        ...headers,
        ...(retry === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retry))) }),
      },
    },
  );
}

function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof DeadlineError) return new HttpError('request.unavailable');
  const code = unavailableCode(error);
  if (code === null) return null;
  log.warn('database_unavailable', { code });
  return new HttpError('request.unavailable');
}

/**
 * Reads a JSON body: at most `maxBytes` (counted while reading), valid UTF-8, at most 8 levels deep, no text that
 * Postgres cannot store (NUL, unpaired surrogates), no `__proto__` keys. Throws HttpError 413, 415 or 400.
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) throw new HttpError('request.media_type');
  const raw = await readBody(request, maxBytes);
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    throw new HttpError('request.not_json');
  }
  if (!isHarmless(body, 0)) throw new HttpError('request.invalid');
  return body;
}

/**
 * Parses with a zod schema; throws HttpError with the code of the first problem, or 400 with one that names the field.
 * @param namesField whether the response has the path of the field as `field`
 */
export function parseOrThrow<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { namesField = false }: { namesField?: boolean } = {},
): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues;
  const knownIssue = issues.find((issue) => isRefusalCode(issue.message));
  const field = ((knownIssue ?? issues[0])?.path ?? []).map(String).join('.').slice(0, 80);
  const details = namesField && field ? { field } : undefined;
  if (knownIssue && isRefusalCode(knownIssue.message)) {
    const params = {
      ...('minimum' in knownIssue && { min: Number(knownIssue.minimum) }),
      ...('maximum' in knownIssue && { max: Number(knownIssue.maximum) }),
    };
    // A value of another type has no limits that the message could name.
    if (isFilled(knownIssue.message, params)) throw new HttpError(knownIssue.message, { params, details });
  }
  throw field
    ? new HttpError('request.invalid_field', { params: { field }, details })
    : new HttpError('request.invalid');
}

/**
 * Reads a body as bytes: at most `maxBytes`, counted while reading. Throws HttpError 413, after the rest was discarded:
 * canceling the reader closes the connection, and the client sees that instead of the response.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const reader = request.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes + MAX_DISCARDED_BYTES) {
      await reader.cancel();
      break;
    }
    if (size <= maxBytes) chunks.push(value);
  }
  if (size > maxBytes) throw new HttpError('request.too_large');
  return Buffer.concat(chunks);
}

function isHarmless(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_JSON_DEPTH || isTooLong(value)) return false;
  return Object.entries(value).every(
    ([key, item]) => key !== '__proto__' && isStorable(key) && isHarmless(item, depth + 1),
  );
}

/** Looked at before entries are, of which a schema may accept any number at first. */
const isTooLong = (value: object): boolean =>
  Array.isArray(value) ? value.length > MAX_JSON_ITEMS : Object.keys(value).length > MAX_JSON_KEYS;

function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/**
 * Returns the client address of a request, for rate limits. Our own server appends the last entry of X-Forwarded-For
 * from the socket (scripts/lib/server.ts); each trusted proxy in front moves one entry to the left. On Vercel the
 * platform overwrites x-real-ip.
 * @returns an IPv4 address, the /64 network of an IPv6 address (usually assigned to one customer), or 'unknown'
 */
export function clientAddress(request: Pick<Request, 'headers'>): string {
  const { VERCEL, TRUSTED_PROXY_HOPS } = env();
  if (VERCEL) return asSource(request.headers.get('x-real-ip'));
  const entries = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const address = entries.at(-1 - TRUSTED_PROXY_HOPS) ?? entries[0];
  checkHops(entries, address, TRUSTED_PROXY_HOPS);
  return asSource(address);
}

const LOCAL_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];
let hopsAreReported = false;

/**
 * Logs once per process that TRUSTED_PROXY_HOPS seems wrong: with fewer proxies than configured the address is what the
 * client says; if it is an address of this network behind which others are named, a proxy is not counted, and all
 * its visitors share one limit.
 */
function checkHops(entries: readonly string[], address: string | undefined, configured: number): void {
  const seen = entries.length - 1;
  if (hopsAreReported || !address || seen === configured) return;
  if (seen > configured && !isLocal(address)) return;
  hopsAreReported = true;
  log.warn('proxy_hops_wrong', { configured, seen });
}

const isLocal = (address: string) => isIP(address) !== 0 && LOCAL_RANGES.includes(ipaddr.process(address).range());

let unknownIsReported = false;

/** Some proxies add the port, and brackets around an IPv6 address: '192.0.2.1:443', '"[2001:db8::1]:443"'. */
const WITH_PORT = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?"?$/;

function asSource(text: string | null | undefined): string {
  const trimmed = text?.trim() ?? '';
  const [, bracketed, dotted] = WITH_PORT.exec(trimmed) ?? [];
  const plain = (bracketed ?? dotted ?? trimmed).split('%')[0]!;
  if (!isIP(plain)) {
    // All of them share their limits, so one visitor can use up those of all.
    if (trimmed && !unknownIsReported) log.warn('client_address_unknown', { length: trimmed.length });
    unknownIsReported ||= trimmed !== '';
    return 'unknown';
  }
  // An IPv4 address that is written as IPv6 (::ffff:…) is the IPv4 address.
  const address = ipaddr.process(plain);
  return address instanceof ipaddr.IPv6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/64`)}/64` : `${address}`;
}
