import type { z } from 'zod';
import { ADMIN_ROLES, OFFICE_ROLES } from '@/db/schema/enums';
import { EVERY_ACCOUNT, type AccountRole } from '@/lib/accounts/administrators/roles';
import { MAX_BODY_BYTES, NEW_PASSWORDS, type LoginFailures, type Rate } from '@/lib/platform/limits';
import type { CompanyRole } from '@/lib/accounts/company-roles';
import { ERROR_STATUS, type ErrorStatus, type RefusalCode } from '@/lib/platform/i18n/error-codes';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/**
 * Who may call an endpoint: anyone; a signed-in sponsor; the sponsor whose id is `userId` in the path or the body; the
 * holder of an adoption, its signed-in sponsor or a guest with an access token; an administrator; the payment provider,
 * by its signature; the operator's scheduler or monitor, by CRON_SECRET. `anyone` and `provider` need no token; the others
 * need a bearer token, never a cookie.
 */
export type Access =
  'anyone' | 'sponsor' | 'owner' | 'holder' | 'administrator' | 'office' | 'account' | 'provider' | 'scheduler';

export const TAGS = ['Catalogue', 'Adoption', 'Account', 'Payment', 'Documents', 'Administration', 'Service'] as const;

/** A request body: JSON or form fields, validated by a schema, or a raw file. Sizes are bytes. */
type Body =
  | { kind: 'json'; schema: z.ZodType; maxBytes: number }
  | { kind: 'form'; schema: z.ZodObject; maxBytes: number }
  | { kind: 'file'; media: readonly string[]; maxBytes: number };

/** A successful response: JSON, a file of a media type, or a redirect. Published ones have a description. */
export type ResponseSpec = { description?: string } & ({ schema: z.ZodType } | { media: string } | { location: true });

/** Error codes whose responses may have these body fields besides `message` and `code`. */
type ErrorSpec = { codes: readonly RefusalCode[]; details: z.ZodObject };

/** A rate limit of `points` per window of `seconds`; 429 beyond it. `description` names what is counted. */
export type Limit = { description: string } & Rate;

/** The limits of failed logins. */
export const failureLimits = (max: LoginFailures): Limit[] => [
  { description: 'Failed logins per account and network', points: max.account, seconds: max.seconds },
  { description: 'Failed logins per address', points: max.address, seconds: max.seconds },
];

/** The limit of tries to set a new password. */
export const newPasswordLimit: Limit = { description: 'New passwords of an account', ...NEW_PASSWORDS };

/**
 * An endpoint of the API, described once: its handler validates requests with it (handler.ts), and what openapi.ts
 * writes is generated from it. `errorsOf` adds the errors common to its kind (no bearer token, no JSON,
 * too large, unavailable).
 */
export type Endpoint = {
  /** Unique name. */
  id: string;
  method: Method;
  /** Below /api, with parameters in braces. */
  path: `/${string}`;
  tag: (typeof TAGS)[number];
  /** One line without a full stop. */
  summary: string;
  /**
   * What others than this site need to know to call it. An endpoint with a description is in the published document; the
   * others have none, and neither limits nor texts of their responses and fields.
   */
  description?: string;
  /** Path parameters; invalid ones are answered 404 with the code that the schema names. */
  params?: z.ZodObject;
  /** Query parameters; others are ignored, and none may be repeated. */
  query?: z.ZodObject;
  /** Empty query parameters count as absent, as forms send them. */
  emptyIsAbsent?: true;
  /** Headers by lower-case name. */
  headers?: z.ZodObject;
  body?: Body;
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Their statuses are in ERROR_STATUS. */
  errors?: readonly (RefusalCode | ErrorSpec)[];
  limits?: readonly Limit[];
  /** Deadline in milliseconds, then 503; CALL_MS by default. */
  deadlineMs?: number;
} & (
  | (NotAdministrators & {
      access: 'anyone' | 'provider' | 'scheduler';
      /** An optional bearer token, here of a receipt. Any other token counts as none. */
      optionalAuth?: 'receipt';
      minRole?: undefined;
    })
  | (NotAdministrators & { access: 'anyone'; optionalAuth: 'sponsor'; minRole: CompanyRole })
  | (NotAdministrators & {
      access: 'sponsor' | 'owner' | 'holder';
      optionalAuth?: undefined;
      /** The colleagues of a company who may call it: those with this role or a higher one; the others get 403 'company.role'. */
      minRole: CompanyRole;
    })
  | {
      /** 'account': the own account of an administrator or an office. */
      access: 'administrator' | 'office' | 'account';
      optionalAuth?: undefined;
      minRole?: undefined;
      /** The accounts that may call it; the others get 403 'admin.role'. */
      roles: readonly AccountRole[];
      /** Open to administrators who are limited to an area, for what lies in it; others answer them 403 'admin.area'. */
      inArea?: true;
      /** For money and accounts: 403 'admin.confirm' if password or code were not given lately (confirmSession). */
      confirmed?: true;
      /** Open to administrators who have to set up a second factor first; the others answer 403 'admin.factor_required'. */
      withoutFactor?: true;
    }
);

/** What only endpoints of administrators and offices have. */
type NotAdministrators = { roles?: undefined; inArea?: undefined; confirmed?: undefined; withoutFactor?: undefined };

type Short = {
  /** Schema of the JSON body. */
  json?: z.ZodType;
  /** Largest body in bytes; MAX_BODY_BYTES by default. */
  maxBytes?: number;
  /** Schema of the only response, a JSON body with the status 200. */
  ok?: z.ZodType;
};

type Details = Short & Pick<Endpoint, 'id' | 'summary'> & Partial<Omit<Endpoint, 'id' | 'summary' | 'method' | 'path'>>;

/** The literal type of an endpoint, from which createHandler derives the handler's types. */
type Described<Common, M, P, D> = Flat<
  Omit<Common, keyof D> &
    Omit<D, keyof Short> & { method: M; path: P } & (D extends { json: infer S }
      ? { body: { kind: 'json'; schema: S; maxBytes: number } }
      : unknown) &
    (D extends { ok: infer S } ? { responses: { 200: { schema: S } } } : unknown)
>;
type Flat<T> = { [Key in keyof T]: T[Key] };

/**
 * Returns functions, one per method, that describe an endpoint by its path and details.
 * @param common what these endpoints share, such as tag and access; details take precedence
 */
export function area<const Common extends Partial<Record<keyof Endpoint, unknown>>>(common: Common) {
  const by =
    <M extends Method>(method: M) =>
    <const P extends Endpoint['path'], const D extends Details>(path: P, declaration: D) => {
      const { json: schema, ok, maxBytes = MAX_BODY_BYTES, ...details } = declaration;
      return {
        ...common,
        ...details,
        method,
        path,
        ...(schema && { body: { kind: 'json', schema, maxBytes } }),
        ...(ok && { responses: { 200: { schema: ok } } }),
      } as unknown as Described<Common, M, P, D>;
    };
  return { get: by('GET'), post: by('POST'), put: by('PUT'), patch: by('PATCH'), delete: by('DELETE') };
}

/** Endpoints of administrators; each names its roles. */
export const admin = area({ tag: 'Administration', access: 'administrator' });

/** Endpoints of the offices of institutes; each names its roles. */
export const office = area({ tag: 'Administration', access: 'office' });

/** Endpoints of the own account, for administrators and offices. */
export const ownAccount = area({ tag: 'Administration', access: 'account', roles: EVERY_ACCOUNT });

type ErrorGroup = { codes: RefusalCode[]; details: z.ZodObject | undefined };

/** Returns all errors of an endpoint by status: its own and those common to its kind. */
export function errorsOf(endpoint: Endpoint): Map<ErrorStatus, ErrorGroup> {
  const specs = [...(endpoint.errors ?? []), ...commonErrors(endpoint)].map((error) =>
    typeof error === 'string' ? { codes: [error], details: undefined } : error,
  );
  const all = new Map<ErrorStatus, ErrorGroup>();
  for (const { codes, details } of specs)
    for (const code of codes) {
      const status = ERROR_STATUS[code];
      const group = all.get(status) ?? { codes: [], details: undefined };
      if (!group.codes.includes(code)) group.codes.push(code);
      group.details ??= details;
      all.set(status, group);
    }
  return all;
}

function commonErrors(endpoint: Endpoint): RefusalCode[] {
  const codes: RefusalCode[] = [];
  const { body, access } = endpoint;
  if (body?.kind === 'json') codes.push('request.not_json', 'request.media_type');
  if (body?.kind === 'json' || body?.kind === 'form' || endpoint.query || endpoint.headers)
    codes.push('request.invalid', 'request.invalid_field');
  if (body) codes.push('request.too_large');
  if (access === 'sponsor' || access === 'owner' || access === 'holder') codes.push('auth.required');
  if (access === 'owner') codes.push('auth.forbidden');
  if (endpoint.minRole && endpoint.minRole !== 'view') codes.push('company.role');
  if (endpoint.roles) {
    codes.push('admin.no_token', 'admin.session_ended');
    const { length } = access === 'office' ? OFFICE_ROLES : ADMIN_ROLES;
    if (endpoint.roles.length < length) codes.push('admin.role');
    if (access === 'administrator') codes.push('admin.area');
    if (endpoint.confirmed) codes.push('admin.confirm');
    if (!endpoint.withoutFactor) codes.push('admin.factor_required');
  }
  codes.push('request.unavailable');
  return codes;
}
