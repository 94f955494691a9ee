import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setLogContext } from './log';

/** The header with the id of a request, in requests and all responses; `request` in the log. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Valid ids from a proxy: no characters that could break out of a header or a log line. */
const GIVEN = /^[\w-]{8,64}$/;

/** `run` instead of `request`: work in the background, which no request waits for. */
type Context = { request?: string; run?: string; call?: string; refusal?: string };
/** Ids of what work is about, such as a billing; nothing personal. */
type Ids = Record<string, string | null>;

const running = new AsyncLocalStorage<Context>();
setLogContext(() => running.getStore() ?? {});

/** Returns the request id from a proxy, or a new one if it is missing or invalid. @param header the header's value */
export function requestIdOf(header: string | string[] | null | undefined): string {
  return typeof header === 'string' && GIVEN.test(header) ? header : randomUUID();
}

/** Runs work whose log lines carry the request id. */
export function withRequestId<T>(request: string, work: () => Promise<T>): Promise<T> {
  return running.run({ request }, work);
}

/**
 * Runs work in the background, such as jobs and messages, whose log lines carry an id of this run: work after a response
 * is about others than the request that caused it. Work inside of a run belongs to it.
 */
export function withRunId<T>(work: () => Promise<T>): Promise<T> {
  const { run } = running.getStore() ?? {};
  return run ? work() : running.run({ run: randomUUID() }, work);
}

/** Runs work whose log lines also carry these ids. */
export function withLogIds<T>(ids: Ids, work: () => Promise<T>): Promise<T> {
  return running.run({ ...running.getStore(), ...ids }, work);
}

/** Returns what is known of the current request: its endpoint and error code. */
export function currentRequest(): Readonly<Partial<Context>> {
  return running.getStore() ?? {};
}

/** Adds the endpoint of the current request to the following log lines. */
export function nameEndpoint(call: string): void {
  const context = running.getStore();
  if (context) context.call = call;
}

/** Adds the error code of the current request to the following log lines. */
export function nameErrorCode(code: string): void {
  const context = running.getStore();
  if (context) context.refusal = code;
}
