import type { Schema } from '@/lib/core/schema';
import { pageLocale } from '@/lib/i18n/locale';
import { XLSX_TYPE } from '@/lib/spreadsheet/schema';

/** The base path of the API. */
const API_BASE = '/api';

const TIMEOUT_MS = 20_000;

/**
 * A failed request. `message` is the text of the server, absent if the response has none, so that the caller shows its
 * fallback text. `status` is null if there was no response.
 */
export type ApiFailure = {
  ok: false;
  status: number | null;
  message?: string;
  code?: string;
  details: Record<string, unknown>;
};
export type ApiResult<T> = { ok: true; data: T } | ApiFailure;

export type Options = {
  /** Sent as `Authorization: Bearer …`. */
  bearer?: string;
  /** Sent as `Idempotency-Key: …`. */
  idempotencyKey?: string;
  /** Timeout for the whole response, in milliseconds. */
  timeoutMs?: number;
  headers?: Record<string, string>;
  /** Aborts the request, which then fails without a status. */
  signal?: AbortSignal;
};

export type BlobOptions = Options & {
  /** Called with the number of bytes received so far. */
  onProgress?: (bytes: number) => void;
};

/** Sends a GET request for JSON. A response that does not match `schema` is a failure without a message. */
export function getJson<T>(path: string, schema: Schema<T>, options?: Options): Promise<ApiResult<T>> {
  return request({ method: 'GET', path, options }, (response) => readAs(response, schema));
}

/** Sends a POST request with a JSON body. A response that does not match `schema` is a failure without a message. */
export function postJson<T>(path: string, body: unknown, schema: Schema<T>, options?: Options): Promise<ApiResult<T>> {
  return request({ method: 'POST', path, body, options }, (response) => readAs(response, schema));
}

/** Sends a PUT request with a JSON body. A response that does not match `schema` is a failure without a message. */
export function putJson<T>(path: string, body: unknown, schema: Schema<T>, options?: Options): Promise<ApiResult<T>> {
  return request({ method: 'PUT', path, body, options }, (response) => readAs(response, schema));
}

/** Sends a PATCH request with a JSON body. A response that does not match `schema` is a failure without a message. */
export function patchJson<T>(path: string, body: unknown, schema: Schema<T>, options?: Options): Promise<ApiResult<T>> {
  return request({ method: 'PATCH', path, body, options }, (response) => readAs(response, schema));
}

/** Sends a DELETE request. A response that does not match `schema` is a failure without a message. */
export function deleteJson<T>(path: string, schema: Schema<T>, options?: Options): Promise<ApiResult<T>> {
  return request({ method: 'DELETE', path, options }, (response) => readAs(response, schema));
}

/** Sends a POST request with a file. A response that does not match `schema` is a failure without a message. */
export function postFile<T>(path: string, file: File, schema: Schema<T>, options?: Options): Promise<ApiResult<T>> {
  return request({ method: 'POST', path, body: file, options }, (response) => readAs(response, schema));
}

/** Sends a GET request for a file; errors are still JSON. */
export function getBlob(path: string, options?: BlobOptions): Promise<ApiResult<Blob>> {
  return request({ method: 'GET', path, options }, (response) => withProgress(response, options?.onProgress).blob());
}

/** Sends a POST request with a JSON body for a file; errors are still JSON. */
export function postForBlob(path: string, body: unknown, options?: Options): Promise<ApiResult<Blob>> {
  return request({ method: 'POST', path, body, options }, (response) => response.blob());
}

type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  options?: Options;
};

async function request<T>(
  { method, path, body, options = {} }: ApiRequest,
  read: (response: Response) => Promise<T | undefined>,
): Promise<ApiResult<T>> {
  try {
    const response = await fetch(API_BASE + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': contentTypeOf(body) }),
        ...(options.bearer ? { Authorization: `Bearer ${options.bearer}` } : {}),
        'Accept-Language': pageLocale(),
        ...options.headers,
        ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
      },
      body: body === undefined || body instanceof File ? body : JSON.stringify(body),
      signal: abortSignalOf(options),
    });
    if (!response.ok) return failure(response.status, parse(await response.text()));
    const data = await read(response);
    return data === undefined ? failure(response.status, null) : { ok: true, data };
  } catch {
    return failure(null, null);
  }
}

/**
 * Returns the media type. For files it depends on the name: browsers know the type only if the system has a program for
 * it.
 */
function contentTypeOf(body: unknown): string {
  if (!(body instanceof File)) return 'application/json';
  return /\.csv$/i.test(body.name) ? 'text/csv' : XLSX_TYPE;
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

async function readAs<T>(response: Response, schema: Schema<T>): Promise<T | undefined> {
  const parsed = schema.safeParse(parse(await response.text()));
  return parsed.success ? parsed.data : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
