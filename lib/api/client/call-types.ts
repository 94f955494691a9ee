import type { z } from 'zod';
import type { DescribedEndpoint } from '@/lib/api/endpoints';

/**
 * A failed request. `message` is the text of the server, absent if the response has none, so that the caller shows its
 * fallback text. `status` is null if there was no response.
 */
export type ApiFailure = {
  ok: false;
  status: number | null;
  message?: string;
  code?: string;
  /** The header Retry-After: when the request may be sent again. */
  retryAfterSeconds?: number;
  details: Record<string, unknown>;
};
export type ApiResult<T> = { ok: true; data: T } | ApiFailure;

/** Reads the body of a successful response; undefined if it is not what was expected. */
export type Reader<T> = (response: Response) => Promise<T | undefined>;

export type Options = {
  /** Sent as `Idempotency-Key: …`. */
  idempotencyKey?: string;
  /** Timeout for the whole response, in milliseconds. */
  timeoutMs?: number;
  headers?: Record<string, string>;
  /** Aborts the request, which then fails without a status. */
  signal?: AbortSignal;
};

type Access = DescribedEndpoint['access'];

/** The endpoints by method and path. One path may serve several, which their bodies distinguish. */
type Endpoints = { [E in DescribedEndpoint as `${E['method']} ${E['path']}`]: E };

/** The endpoints at `N` that the holder of one of these credentials may call. */
type At<N extends keyof Endpoints, A extends Access> = Extract<Endpoints[N], { access: A }>;

/** Method and path of an endpoint, such as 'POST /user/login'. */
type CallName<A extends Access = Access> = {
  [N in keyof Endpoints]: [At<N, A>] extends [never] ? never : N;
}[keyof Endpoints];

/** The path parameters, query and body that the description of an endpoint asks for. */
type RequestOf<E> = E extends unknown
  ? Part<'params', Member<E, 'params'>> & Part<'query', Member<E, 'query'>> & BodyOf<Member<E, 'body'>>
  : never;
type Member<E, Name extends string> = E extends Record<Name, infer Value> ? Value : undefined;
type Part<Name extends string, S> = S extends z.ZodType
  ? object extends z.input<S>
    ? Partial<Record<Name, Typed<z.input<S>>>>
    : Record<Name, Typed<z.input<S>>>
  : unknown;
/** Text may come as the value of a form's field, and lists may be read-only. */
type Typed<T> = T extends readonly (infer Item)[]
  ? readonly Typed<Item>[]
  : T extends object
    ? { [Key in keyof T]: Typed<T[Key]> }
    : string extends T
      ? T | FormDataEntryValue | null
      : T;
type BodyOf<B> = B extends { schema: infer S }
  ? Part<'body', S>
  : B extends { kind: 'file' }
    ? { body: File }
    : unknown;

/** JSON, or Blob for a file. */
type ResponseOf<E> = E extends { responses: infer R }
  ? { [Status in keyof R]: R[Status] extends { schema: infer S extends z.ZodType } ? z.output<S> : Blob }[keyof R]
  : never;

/** The body of a successful response of an endpoint. */
export type Answer<N extends CallName, A extends Access = Access> = ResponseOf<At<N, A>>;

/** The request and its options. A file has to be read with `read: asFile()`. */
type CallInput<N extends CallName, T, A extends Access = Access> = Options &
  RequestOf<At<N, A>> &
  (Blob extends Answer<N, A> ? { read: Reader<T> } : { read?: Reader<T> });

/** The body of a request, for values that are checked by the server only. */
export type SentBody<N extends CallName> = RequestOf<Endpoints[N]> extends { body: infer B } ? B : never;

/** Sent as `Authorization: Bearer …`; optional where the endpoint is open to anyone. */
type Credential<N> = N extends CallName<'anyone'> ? { bearer?: string | null } : { bearer: string | null };

/**
 * Calls an endpoint by method and path, with the path parameters, query and body of its description.
 * @returns the described JSON, or what `read` makes of the response
 */
export type Caller = <N extends CallName, T = Answer<N>>(
  name: N,
  input: CallInput<N, T> & Credential<N>,
) => Promise<ApiResult<T>>;

/** The caller of the endpoints of some kinds of access, which adds the credential. `More` are options of its own. */
export type CallerAs<A extends Access, More = unknown> = <N extends CallName<A>, T = Answer<N, A>>(
  name: N,
  input: CallInput<N, T, A> & More,
) => Promise<ApiResult<T>>;
