import type { Document } from '@/lib/api/openapi';
import { APP_SECRET } from '../e2e/app';
import { responseCheck } from '../lib/response-check';
import { root } from '../../scripts/lib/programs';
import type { ReceivedResponse, SentRequest } from './send';
import { mustBeRefused, type Step } from './step';

/** Patterns that no response may contain: password hashes, the secret, internals of the program and the database. */
const INSIDES = [
  /\$argon2/,
  new RegExp(APP_SECRET),
  /\n\s+at .+:\d+:\d+/,
  /node_modules|\/\.next\/|file:\/\//,
  new RegExp(root.replace(/\/$/, '')),
  /postgres(?:ql)?:\/\//,
  /\b(?:insert into|update \w+ set|delete from|select .{1,80} from)\b/i,
  /password_hash|token_hash|cookie_hash|code_hash/,
  /PostgresError|ZodError|TypeError|syntax error/,
];

/** Statuses with which Node.js or the server around Next.js may refuse an invalid request before it reaches the API. */
const BEFORE_THE_API = new Set([400, 405, 431, 417]);
/** Error codes of an expected 503: no capacity for PDFs or files, and simulated failures of the sandbox provider. */
const STATED = new Set(['document.busy', 'download.busy', 'catalogue.busy', 'payment.failed']);

/** Result of the checks of a response: `wrong` describes the violation; `unavailable` is a temporary 503. */
type Verdict = { wrong: string | null; unavailable: boolean };

/** Checks every response against the description and the rules that apply to all responses. */
export function makeChecks(document: Document, hashes: () => ReadonlySet<string>) {
  const check = responseCheck(document);
  return (step: Step, asked: SentRequest, answered: ReceivedResponse): Verdict => {
    const { status, headers } = answered;
    const path = new URL(asked.target, 'http://localhost').pathname;
    const type = String(headers['content-type'] ?? '');
    const text = /json|text|html|xml$/.test(type) || !type ? answered.body.toString() : '';
    const body = parse(text);
    const code = String((body as { code?: unknown } | null | undefined)?.code);
    const unavailable = status === 503 && code === 'request.unavailable';
    const wrong =
      (/html/.test(type) && 'HTML instead of JSON') ||
      (status >= 500 && !unavailable && !(status === 503 && STATED.has(code)) && `a failure (${code})`) ||
      leaks(text, hashes()) ||
      offDescription({ step, asked, answered, path, type, body, check }) ||
      (status < 400 && mustBeRefused(step) && 'accepted, though the description rejects it');
    return { wrong: wrong || null, unavailable };
  };
}

function leaks(text: string, hashes: ReadonlySet<string>): string | null {
  const inside = INSIDES.find((pattern) => pattern.test(text));
  if (inside) return `contains ${String(inside)}`;
  return text.match(/[0-9a-f]{64}/g)?.some((hash) => hashes.has(hash)) ? 'contains a hash of the database' : null;
}

type Look = {
  step: Step;
  asked: SentRequest;
  answered: ReceivedResponse;
  path: string;
  type: string;
  body: unknown;
  check: ReturnType<typeof responseCheck>;
};

function offDescription({ step, asked: { method }, answered, path, type, body, check }: Look): string | null {
  const { status, headers } = answered;
  const named = headers['x-request-id'];
  if (!named) return isBeforeTheApi(step, answered) ? null : 'no x-request-id';
  if (typeof named !== 'string' || !/^[\w-]{8,64}$/.test(named)) return `x-request-id is '${String(named)}'`;
  const wait = headers['retry-after'];
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(String(wait))) return `Retry-After is '${String(wait)}'`;
  if (method === 'OPTIONS') return status === 204 || status === 404 ? null : 'OPTIONS must return 204';
  if (method === 'HEAD') return status < 500 && answered.body.length === 0 ? null : 'HEAD must not have a body';
  if (status === 405 && !headers.allow) return '405 without Allow';
  return check({ method, path, status, type, body });
}

/**
 * Returns whether a hostile request was refused by Node.js or by the server around Next.js, or redirected by Next.js
 * (to the path without its trailing slash, or with a marker for its own headers).
 */
function isBeforeTheApi({ hostile }: Step, { status, headers, body }: ReceivedResponse): boolean {
  if (!hostile) return false;
  if (status === 307 || status === 308) return /^\/(?!\/)/.test(String(headers.location));
  return BEFORE_THE_API.has(status) && body.length < 100;
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
