import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@/lib/api/endpoint';
import { root } from '@/scripts/lib/programs';
import { responseCheck } from '@/testing/lib/response-check';
import { routes } from '@/scripts/lib/routes';

import { databaseState } from '@/testing/db/state';
import { requestOf, type ExampleRequest } from './examples';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
export type Headers = Record<string, string>;

const table = routes();
const check = responseCheck();
let sent = 0;

/** Beginning of the IP addresses of requests. */
export const ADDRESSES = '203.0.';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns the function that Next.js calls for an endpoint. */
export async function handlerOf({ method, path }: Endpoint): Promise<Handler> {
  const { file } = (await table).find(({ address }) => address === `/api${path}`)!;
  return ((await import(join(root, file))) as Record<string, Handler>)[method]!;
}

/**
 * Sends a request to the handler of its route; each request uses another IP address, so that no rate limit interferes.
 * @param body sent in place of the example's
 * @returns the response; `misfit` says how it differs from its description, null if it does not
 */
export async function sendRequest(endpoint: Endpoint, example: ExampleRequest, headers: Headers, body?: BodyInit) {
  const handle = await handlerOf(endpoint);
  const from = { 'X-Forwarded-For': `${ADDRESSES}${++sent >> 8}.${sent & 255}` };
  const request = requestOf(endpoint, example, { ...from, ...headers }, body);
  const path = new URL(request.url).pathname;
  const response = await handle(request, { params: Promise.resolve(example.params ?? {}) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const [text, type] = [bytes.toString(), response.headers.get('content-type') ?? ''];
  const json = type.startsWith('application/json') ? (JSON.parse(text) as unknown) : undefined;
  const answered = { method: endpoint.method, path, status: response.status, type, body: json };
  return { status: response.status, headers: response.headers, text, bytes, misfit: check(answered) };
}

/** Returns what requests can change: the tables, and the messages of the outbox in `dataDir`. */
export const changesIn = async (dataDir: string) => ({
  database: await databaseState(),
  messages: await readdir(join(dataDir, 'outbox')).catch(() => []),
});
