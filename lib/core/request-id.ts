import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setLogContext } from './log';

/** The header that names a request, in what comes in, in every answer, and as `request` in the log. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** What a proxy in front may call a request: nothing that could break out of a header or a line of the log. */
const GIVEN = /^[\w-]{8,64}$/;

type Context = { request: string; call?: string; refusal?: string };

const running = new AsyncLocalStorage<Context>();
setLogContext(() => running.getStore() ?? {});

/** The id that a proxy in front gave to a request, or a new one where there is none or it is no plain name. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get(REQUEST_ID_HEADER);
  return given && GIVEN.test(given) ? given : randomUUID();
}

/** Runs work whose lines of the log carry the id of its request. */
export function withRequestId<T>(request: string, work: () => Promise<T>): Promise<T> {
  return running.run({ request }, work);
}

/** Says which call of the contract the running request is, for the lines of the log that follow. */
export function nameEndpoint(call: string): void {
  const context = running.getStore();
  if (context) context.call = call;
}

/** Says with which code the running request is refused, for the lines of the log that follow. */
export function nameErrorCode(code: string): void {
  const context = running.getStore();
  if (context) context.refusal = code;
}
