import { ERROR_STATUS, type ErrorStatus, type RefusalCode } from '@/lib/platform/i18n/error-codes';
import { errorText, type ErrorCode } from '@/lib/platform/i18n/errors';

export type { ErrorCode, RefusalCode };

/** Values for the placeholders of an error message, e.g. { available: 41 }. */
export type ErrorParams = Record<string, string | number>;

/** An expected refusal, returned by rules and mutations instead of thrown. */
export type Problem = { code: RefusalCode; params?: ErrorParams };

/** The result of an operation that may be refused. */
export type Outcome<T> = ({ ok: true } & T) | ({ ok: false } & Problem);

/** The same, with the seconds to wait after a refusal by a rate limit. */
export type Limited<T> = Outcome<T> & { retryAfterSeconds?: number };

/**
 * An error with an HTTP response: a stable `code`, its `message` (English here, in the request's language in the
 * response), the status of the code, and optional details that the client acts on (shortages, current courses).
 */
export class HttpError extends Error {
  readonly status: ErrorStatus;

  constructor(
    readonly code: RefusalCode,
    readonly options: {
      params?: ErrorParams;
      details?: Record<string, unknown>;
      headers?: Record<string, string>;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(errorText(code, options.params));
    this.name = 'HttpError';
    this.status = ERROR_STATUS[code];
  }
}
