import type { Operation } from './description';
import { accepts, shapeOf } from './description';
import type { SentRequest } from './send';

export const SORTS = ['valid', 'nearly valid', 'hostile'] as const;
export type Sort = (typeof SORTS)[number];

/** A request before it is written down. Values of path and query are not escaped yet. */
export type Step = {
  operation: Operation;
  /** What it was meant as; `sortOf` says what it is. */
  hostile: boolean;
  method: string;
  params: Record<string, string>;
  /** Instead of the address that the parameters make. */
  rawPath?: string;
  query: [string, string][];
  /** Behind the query as it is. */
  rawQuery?: string;
  headers: Record<string, string>;
  body?: { json: unknown } | { form: Record<string, string> } | { bytes: Buffer };
  chunked?: boolean;
  /** A bearer that may not make this call. */
  stranger?: boolean;
};

const INFINITE = '@@1e309';

/** JSON with 1e309 where it says Infinity, which JSON cannot. */
export const writeJson = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (each === Infinity ? INFINITE : each)).replaceAll(
    `"${INFINITE}"`,
    '1e309',
  );

/** The request as it is sent. */
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

/** encodeURIComponent, for halves of surrogate pairs too. */
const escapeText = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** What a step is by the description: valid is what it accepts. */
export function sortOf(step: Step): Sort {
  if (step.hostile) return 'hostile';
  return fits(step, (schema, value) => accepts(schema, value)) && !step.stranger ? 'valid' : 'nearly valid';
}

/** Whether the description leaves no doubt that this is refused: a body of another shape, or a bearer of somebody else. */
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
  const given: Record<string, Record<string, string>> = {
    path: params,
    query: Object.fromEntries(query),
    header: headers,
  };
  const counted = new Set(query.map(([name]) => name)).size === query.length;
  const parameters = operation.parameters.every((parameter) => {
    const value = given[parameter.in]![parameter.name];
    return value === undefined ? !parameter.required : accept(parameter.schema, value);
  });
  const schema = operation.body?.schema;
  if (!body || !schema || 'bytes' in body) return parameters && counted;
  return parameters && counted && accept(schema, 'json' in body ? body.json : body.form);
}
