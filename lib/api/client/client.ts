import type { Schema } from '@/lib/platform/schema';
import { pageLocale } from '@/lib/platform/i18n/locale';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';
import type { ApiFailure, ApiResult, Caller, Options, Reader } from './call-types';

export type { ApiFailure, ApiResult } from './call-types';

/** The base path of the API. */
const API_BASE = '/api';

const TIMEOUT_MS = 20_000;

type SentInput<T> = Options & {
  /** Sent as `Authorization: Bearer …`. */
  bearer?: string | null;
  params?: object;
  query?: object;
  body?: unknown;
  read?: Reader<T>;
};

/** Calls an endpoint with a credential of its own; a 401 response has no consequence. */
export const call: Caller = (name, input) => send(name, input);

/** `call` without types: what a caller for one kind of credential, such as callAsSponsor, sends. */
export async function send<T>(name: string, input: SentInput<T>): Promise<ApiResult<T>> {
  const { params = {}, query = {}, body, bearer, read = asJson<T>, ...options } = input;
  const [method, path = ''] = name.split(' ');
  try {
    const response = await fetch(API_BASE + fillIn(path, params) + searchOf(query), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': contentTypeOf(body) }),
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        'Accept-Language': pageLocale(),
        ...options.headers,
        ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
      },
      body: body === undefined || body instanceof File ? body : JSON.stringify(body),
      signal: abortSignalOf(options),
    });
    if (!response.ok) return { ...failure(response.status, parse(await response.text())), ...retryAfter(response) };
    const data = await read(response);
    return data === undefined ? failure(response.status, null) : { ok: true, data };
  } catch {
    return failure(null, null);
  }
}

const fillIn = (path: string, params: object) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''));

function searchOf(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  // A comma needs no encoding, which would lengthen the lists of up to 200 ids.
  return search.size > 0 ? `?${search}`.replaceAll('%2C', ',') : '';
}

/** Reads JSON as the description says: handlers are typed by it, so nothing is checked again but that it is JSON. */
const asJson = async <T>(response: Response): Promise<T | undefined> => {
  const data = parse(await response.text());
  return typeof data === 'object' && data !== null ? (data as T) : undefined;
};

/** Reads JSON by a schema that converts it. */
export const asSchema =
  <T>(schema: Schema<T>): Reader<T> =>
  async (response) =>
    schema.safeParse(parse(await response.text())).data;

/** Reads a file. @param onProgress called with the number of bytes received so far */
export const asFile =
  (onProgress?: (bytes: number) => void): Reader<Blob> =>
  (response) =>
    withProgress(response, onProgress).blob();

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

/**
 * Returns the media type. For files it depends on the name: browsers know the type only if the system has a program for
 * it.
 */
function contentTypeOf(body: unknown): string {
  if (!(body instanceof File)) return 'application/json';
  return TYPES[body.name.toLowerCase().replace(/^.*\./, '')] ?? XLSX_TYPE;
}

function abortSignalOf({ timeoutMs = TIMEOUT_MS, signal }: Options): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
}

/** Returns the same response, reporting the bytes received. */
function withProgress(response: Response, onProgress?: (bytes: number) => void): Response {
  if (!response.body || !onProgress) return response;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onProgress((bytes += chunk.byteLength));
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), { headers: response.headers });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function retryAfter({ headers }: Response): { retryAfterSeconds?: number } {
  const seconds = Number(headers.get('Retry-After') ?? 0);
  return seconds > 0 ? { retryAfterSeconds: seconds } : {};
}

function failure(status: number | null, body: unknown): ApiFailure {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { ok: false, status, details: {} };
  const { message, code, ...details } = body as Record<string, unknown>;
  return {
    ok: false,
    status,
    details,
    ...(typeof message === 'string' && message.trim() !== '' ? { message } : {}),
    ...(typeof code === 'string' ? { code } : {}),
  };
}
