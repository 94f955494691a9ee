import { errorText, type ErrorCode } from '@/lib/platform/i18n/errors';

export type { ErrorCode };

/** Values for the placeholders of an error message, e.g. { available: 41 }. */
export type ErrorParams = Record<string, string | number>;

/** An expected refusal, returned by rules and mutations instead of thrown. */
export type Problem = { code: ErrorCode; params?: ErrorParams };

/** The result of an operation that may be refused. */
export type Outcome<T> = ({ ok: true } & T) | ({ ok: false } & Problem);

/** The same, with the seconds to wait after a refusal by a rate limit. */
export type Limited<T> = Outcome<T> & { retryAfterSeconds?: number };

/**
 * An error with an HTTP response: a stable `code`, its `message` (English here, in the request's language in the
 * response), a status, and optional details that the client acts on (shortages, current courses).
 */
export class HttpError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 503,
    readonly code: ErrorCode,
    readonly options: {
      params?: ErrorParams;
      details?: Record<string, unknown>;
      headers?: Record<string, string>;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(errorText(code, options.params));
    this.name = 'HttpError';
  }
}
