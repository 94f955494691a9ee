import type { Operation } from './description';
import { accepts, shapeOf } from './description';
import type { SentRequest } from './send';

export const SORTS = ['valid', 'nearly valid', 'hostile'] as const;
export type Sort = (typeof SORTS)[number];

/** A request before it is serialised. Values of path and query are not escaped yet. */
export type Step = {
  operation: Operation;
  /** The intended kind; `sortOf` returns the actual one. */
  hostile: boolean;
  method: string;
  params: Record<string, string>;
  /** Replaces the URL built from the parameters. */
  rawPath?: string;
  query: [string, string][];
  /** Appended to the query unchanged. */
  rawQuery?: string;
  headers: Record<string, string>;
  body?: { json: unknown } | { form: Record<string, string> } | { bytes: Buffer };
  chunked?: boolean;
  /** A bearer token without permission for this endpoint. */
  stranger?: boolean;
};

const INFINITE = '@@1e309';

/** Serialises JSON with 1e309 for Infinity, which JSON cannot represent. */
export const writeJson = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (each === Infinity ? INFINITE : each)).replaceAll(
    `"${INFINITE}"`,
    '1e309',
  );

/** Returns the request as it is sent. */
export function writeStep({
  operation,
  method,
  params,
  rawPath,
  query,
  rawQuery,
  headers,
  body,
  chunked,
}: Step): SentRequest {
  const path =
    rawPath ?? `/api${operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escapeText(params[name] ?? ''))}`;
  const pairs = [...query.map((pair) => pair.map(escapeText).join('=')), ...(rawQuery ? [rawQuery] : [])];
  return {
    method,
    target: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
    headers,
    body: bytesOf(body),
    chunked,
  };
}

function bytesOf(body: Step['body']): Buffer | undefined {
  if (!body) return undefined;
  if ('bytes' in body) return body.bytes;
  return Buffer.from('json' in body ? writeJson(body.json) : new URLSearchParams(body.form).toString());
}

/** encodeURIComponent that also accepts lone surrogates. */
const escapeText = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Returns the kind of a step according to the description: 'valid' if it accepts the step. */
export function sortOf(step: Step): Sort {
  if (step.hostile) return 'hostile';
  return fits(step, (schema, value) => accepts(schema, value)) && !step.stranger ? 'valid' : 'nearly valid';
}

/**
 * Returns whether the description certainly rejects the request: its body has another shape, or its bearer token is
 * another sponsor's.
 */
export function mustBeRefused(step: Step): boolean {
  const { operation, body, hostile, stranger, method } = step;
  if (hostile || method !== operation.method) return false;
  const schema = operation.body?.schema;
  return (
    Boolean(stranger) ||
    (body !== undefined && 'json' in body && schema !== undefined && !accepts(shapeOf(schema), body.json))
  );
}

function fits({ operation, params, query, body, headers }: Step, accept: typeof accepts): boolean {
  const values: Record<string, Record<string, string>> = {
    path: params,
    query: Object.fromEntries(query),
    header: headers,
  };
  const counted = new Set(query.map(([name]) => name)).size === query.length;
  const parameters = operation.parameters.every((parameter) => {
    const value = values[parameter.in]![parameter.name];
    return value === undefined ? !parameter.required : accept(parameter.schema, value);
  });
  const schema = operation.body?.schema;
  if (!body || !schema || 'bytes' in body) return parameters && counted;
  return parameters && counted && accept(schema, 'json' in body ? body.json : body.form);
}
