import { SECURITY_SCHEMES } from '@/lib/api/openapi-parts';
import type { Operation, Shape } from './operations';

/** Tokens are shell variables, so that an example can be copied as it is. */
const TOKENS = {
  sponsor: '$TOKEN',
  owner: '$TOKEN',
  holder: '$TOKEN',
  administrator: '$ADMIN_TOKEN',
  account: '$ADMIN_TOKEN',
} as const;

/**
 * Returns the curl command of a request: with everything required, or the first query parameter if none is required.
 * @param base URL of the API, without a trailing slash
 */
export function curlOf(operation: Operation, shape: Shape, base: string): string {
  const { method, path, parameters, body } = operation;
  const of = (place: string) => parameters.filter((parameter) => parameter.place === place);
  const address = of('path').reduce(
    (at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(example)),
    path,
  );
  const query = new URLSearchParams(shownQuery(operation)).toString();
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${base}${address}${query && `?${query}`}'`];
  const header = (name: string, value: string) => lines.push(`-H "${name}: ${value}"`);

  const token = shape.access in TOKENS ? TOKENS[shape.access as keyof typeof TOKENS] : null;
  if (token) header('Authorization', `Bearer ${token}`);
  if (shape.optionalAuth === 'receipt') header('Authorization', 'Bearer $RECEIPT_TOKEN');
  if (shape.access === 'provider') header(SECURITY_SCHEMES.signature.name, '$SIGNATURE');
  for (const { name, example } of of('header')) header(name, example);
  if (body) lines.push(...sent(body.media, shape));
  if (operation.successes.some(({ media }) => media && media !== 'application/json')) lines.push('-OJ');
  return lines.join(' \\\n  ');
}

/** Returns the query parameters shown in an example. */
export function shownQuery({ parameters }: Operation): Record<string, string> {
  const query = parameters.filter(({ place }) => place === 'query');
  const required = query.filter((parameter) => parameter.required);
  const shown = required.length > 0 ? required : query.slice(0, 1);
  return Object.fromEntries(shown.map(({ name, example }) => [name, example]));
}

function sent(media: string[], { example }: Shape): string[] {
  const type = `-H "Content-Type: ${media[0]}"`;
  return [
    type,
    example === undefined ? "--data-binary '@notice.json'" : `-d ${quoted(JSON.stringify(example, null, 2))}`,
  ];
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
