import type { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';
import { pageLocale } from '@/lib/i18n/locale';
import { XLSX_TYPE } from '@/lib/spreadsheet/schema';

/** Where every call of the product lives (R-API-02). */
const API_BASE = '/api';

const TIMEOUT_MS = 20_000;

/**
 * A call that did not succeed. `message` is the server's own text and absent when the answer carries none, so that the
 * caller's fallback of the catalogue shows (R-ERR-01, R-ERR-02). `status` is null when no answer arrived at all.
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
  /** How long to wait for the whole answer, in milliseconds. */
  timeoutMs?: number;
  /** Further headers. */
  headers?: Record<string, string>;
  /** Ends the call from outside; it then fails without a status, as one that was not answered. */
  signal?: AbortSignal;
};

export type BlobOptions = Options & {
  /** Told how many bytes of the file are there, each time that more arrive. */
  onProgress?: (bytes: number) => void;
};

/** GET of a JSON answer; an answer that does not fit `schema` is a failure without a message. */
export function getJson<S extends z.ZodType | ZodMiniType>(
  path: string,
  schema: S,
  options?: Options,
): Promise<ApiResult<z.infer<S>>> {
  return request({ method: 'GET', path, options }, (response) => readAs(response, schema));
}

/** POST of a JSON body for a JSON answer; an answer that does not fit `schema` is a failure without a message. */
export function postJson<S extends z.ZodType | ZodMiniType>(
  path: string,
  body: unknown,
  schema: S,
  options?: Options,
): Promise<ApiResult<z.infer<S>>> {
  return request({ method: 'POST', path, body, options }, (response) => readAs(response, schema));
}

/** PUT of a JSON body for a JSON answer; an answer that does not fit `schema` is a failure without a message. */
export function putJson<S extends z.ZodType | ZodMiniType>(
  path: string,
  body: unknown,
  schema: S,
  options?: Options,
): Promise<ApiResult<z.infer<S>>> {
  return request({ method: 'PUT', path, body, options }, (response) => readAs(response, schema));
}

/** PATCH of a JSON body for a JSON answer; an answer that does not fit `schema` is a failure without a message. */
export function patchJson<S extends z.ZodType | ZodMiniType>(
  path: string,
  body: unknown,
  schema: S,
  options?: Options,
): Promise<ApiResult<z.infer<S>>> {
  return request({ method: 'PATCH', path, body, options }, (response) => readAs(response, schema));
}

/** POST of a file as it is for a JSON answer; an answer that does not fit `schema` is a failure without a message. */
export function postFile<S extends z.ZodType | ZodMiniType>(
  path: string,
  file: File,
  schema: S,
  options?: Options,
): Promise<ApiResult<z.infer<S>>> {
  return request({ method: 'POST', path, body: file, options }, (response) => readAs(response, schema));
}

/** GET of a file; an error of such a call is still JSON and read as such. */
export function getBlob(path: string, options?: BlobOptions): Promise<ApiResult<Blob>> {
  return request({ method: 'GET', path, options }, (response) => counted(response, options?.onProgress).blob());
}

/** POST of a JSON body for a file; an error of such a call is still JSON and read as such. */
export function postForBlob(path: string, body: unknown, options?: Options): Promise<ApiResult<Blob>> {
  return request({ method: 'POST', path, body, options }, (response) => response.blob());
}

type ApiRequest = { method: 'GET' | 'POST' | 'PUT' | 'PATCH'; path: string; body?: unknown; options?: Options };

async function request<T>(
  { method, path, body, options = {} }: ApiRequest,
  read: (response: Response) => Promise<T | undefined>,
): Promise<ApiResult<T>> {
  try {
    const response = await fetch(API_BASE + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': mediaOf(body) }),
        ...(options.bearer ? { Authorization: `Bearer ${options.bearer}` } : {}),
        'Accept-Language': pageLocale(),
        ...options.headers,
        ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
      },
      body: body === undefined || body instanceof File ? body : JSON.stringify(body),
      signal: limited(options),
    });
    if (!response.ok) return failure(response.status, parse(await response.text()));
    const data = await read(response);
    return data === undefined ? failure(response.status, null) : { ok: true, data };
  } catch {
    return failure(null, null);
  }
}

/** By the name of a file: browsers know the type of one only where the machine has a program for it. */
function mediaOf(body: unknown): string {
  if (!(body instanceof File)) return 'application/json';
  return /\.csv$/i.test(body.name) ? 'text/csv' : XLSX_TYPE;
}

function limited({ timeoutMs = TIMEOUT_MS, signal }: Options): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
}

/** The same answer, whose bytes are counted on their way. */
function counted(response: Response, onProgress?: (bytes: number) => void): Response {
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

async function readAs<S extends z.ZodType | ZodMiniType>(
  response: Response,
  schema: S,
): Promise<z.infer<S> | undefined> {
  const parsed = schema.safeParse(parse(await response.text()));
  return parsed.success ? (parsed.data as z.infer<S>) : undefined;
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
