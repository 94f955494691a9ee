import type { z } from 'zod';
import type { LoginFailures, Rate } from '@/lib/core/limits';
import type { ErrorCode } from '@/lib/i18n/errors';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/**
 * Who may make a call: anyone; a signed-in sponsor; the sponsor whose id stands in the path or the body as `userId`; an
 * administrator; the payment provider, known by its signature. All but the first and the last by bearer token alone.
 */
export type Access = 'anyone' | 'sponsor' | 'owner' | 'administrator' | 'provider';

export const TAGS = ['Catalogue', 'Adoption', 'Account', 'Payment', 'Documents', 'Administration', 'Service'] as const;

/** A body: JSON or the fields of a form, checked by its schema, or a file as it is. Sizes are bytes. */
export type Body =
  | { kind: 'json'; schema: z.ZodType; maxBytes: number }
  | { kind: 'form'; schema: z.ZodObject; maxBytes: number }
  | { kind: 'file'; media: readonly string[]; maxBytes: number };

/** An answer that did what was asked: JSON, a file of a media type, or a way on to another address. */
export type ResponseSpec = { description: string } & ({ schema: z.ZodType } | { media: string } | { location: true });

/** Statuses of refusals. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 503;

/** What refuses with a status: the codes, and what the body may carry besides `message` and `code`. */
export type ErrorSpec = { codes: readonly ErrorCode[]; details?: z.ZodObject };

/** How often something may be done in a window of `seconds`; 429 from then on. `description` names what is counted. */
export type Limit = { description: string } & Rate;

/** The limits of failed logins. */
export const failureLimits = (most: LoginFailures): Limit[] => [
  { description: 'Failed logins of one account from one network', points: most.account, seconds: most.seconds },
  { description: 'Failed logins from one address', points: most.address, seconds: most.seconds },
];

/**
 * An endpoint of the API, described once: its handler checks requests against this (handler.ts), and the published document is made of it
 * (openapi.ts). What every endpoint of its kind refuses (no bearer, no JSON, too large, not available) is added by `errorsOf`.
 */
export type Endpoint = {
  /** Its name, unlike that of any other call. */
  id: string;
  method: Method;
  /** Below /api, with parameters in braces. */
  path: `/${string}`;
  tag: (typeof TAGS)[number];
  /** One line without a full stop. */
  summary: string;
  /** What one has to know to make it. */
  description?: string;
  access: Access;
  /** A bearer token that it may carry and does not need: of a sponsor, or of a receipt. Any other is as good as none. */
  optionalAuth?: 'sponsor' | 'receipt';
  /** Parameters of the path; what does not fit is answered 404 with the code that the schema names. */
  params?: z.ZodObject;
  /** Parameters of the query; others are ignored, and none may be given twice. */
  query?: z.ZodObject;
  /** Parameters of the query that are empty count as not given, as a form sends them. */
  emptyIsAbsent?: true;
  /** Headers by their names in lower case. */
  headers?: z.ZodObject;
  body?: Body;
  responses: Readonly<Record<number, ResponseSpec>>;
  errors?: Partial<Record<ErrorStatus, ErrorSpec>>;
  limits?: readonly Limit[];
  /** Milliseconds until it is answered 503; CALL_MS unless told. */
  deadlineMs?: number;
};

/** Keeps the exact type of a description, which createHandler passes to the handler. */
export const defineEndpoint = <const C extends Endpoint>(endpoint: C): C => endpoint;

const COMMON_JSON: readonly ErrorCode[] = ['request.not_json', 'request.invalid', 'request.invalid_field'];

/** Everything that a call may refuse with, by status: its own refusals and those of its kind. */
export function errorsOf(
  endpoint: Endpoint,
): Map<ErrorStatus, { codes: ErrorCode[]; details: z.ZodObject | undefined }> {
  const all = new Map<ErrorStatus, { codes: ErrorCode[]; details: z.ZodObject | undefined }>();
  const add = (status: ErrorStatus, codes: readonly ErrorCode[], details?: z.ZodObject) => {
    const known = all.get(status);
    all.set(status, {
      codes: [...new Set([...(known?.codes ?? []), ...codes])],
      details: known?.details ?? details,
    });
  };
  for (const [status, error] of Object.entries(endpoint.errors ?? {}))
    add(Number(status) as ErrorStatus, error.codes, error.details);
  if (endpoint.body?.kind === 'json') add(400, COMMON_JSON);
  if (endpoint.body?.kind === 'json') add(415, ['request.not_json']);
  if (endpoint.body?.kind === 'form' || endpoint.query || endpoint.headers)
    add(400, ['request.invalid', 'request.invalid_field']);
  if (endpoint.body) add(413, ['request.too_large']);
  if (endpoint.access === 'sponsor' || endpoint.access === 'owner') add(401, ['auth.required']);
  if (endpoint.access === 'owner') add(403, ['auth.forbidden']);
  if (endpoint.access === 'administrator') add(401, ['admin.no_token', 'admin.session_ended']);
  add(503, ['request.unavailable']);
  return all;
}
