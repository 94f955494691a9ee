import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describeError, log } from '@/lib/platform/log';
import { BUILD, readServedRoutes } from './served-routes';

/** A route handler of the build, as adapters of platforms call it ("Invoking Entrypoints" in the Next.js documentation). */
type Entrypoint = {
  handler: (
    request: IncomingMessage,
    response: ServerResponse,
    context: { waitUntil: (work: Promise<unknown>) => void },
  ) => Promise<unknown>;
};

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type EndpointDispatcher = {
  /** Returns what answers a request of an endpoint; null if the request is not for one and Next.js has to route it. */
  find: (request: IncomingMessage) => Handle | null;
  /** Waits for what endpoints do after their responses. */
  finish: () => Promise<void>;
};

/**
 * Paths that mean the same to every router: no escapes, and no segment is '.' or '..'. Next.js handles all others: it
 * decodes, resolves, redirects or refuses them.
 */
const PLAIN_PATH = /^\/api(?:\/[\w~-][\w.~-]*)+$/;

/** Headers between parts of Next.js, which its router removes from requests. */
const INTERNAL_HEADER = /^(x-middleware-|x-now-route-matches$|x-matched-path$|x-nextjs-data$|x-next-|next-resume$)/;

const load = createRequire(import.meta.url);

/**
 * Returns a dispatcher that calls the route handlers of the build without the router of Next.js, which costs a short
 * request a third of its processor time (docs/decisions/0015). Responses have the headers of next.config.mjs.
 */
export async function createEndpointDispatcher(): Promise<EndpointDispatcher> {
  const routes = await readServedRoutes();
  const endpoints = new Map(
    Object.entries(routes.endpoints).map(([path, file]) => [path, loadOnce(join(BUILD, file))]),
  );
  const patterns = routes.dynamic
    .filter(({ path }) => endpoints.has(path))
    .map(({ path, regex }) => ({ path, pattern: new RegExp(regex) }));
  const rules = routes.headers.map(({ regex, headers }) => ({ headers, pattern: new RegExp(regex) }));
  const pending = new Set<Promise<unknown>>();

  const context = {
    waitUntil: (work: Promise<unknown>) => {
      const settled = work.catch((error: unknown) => log.error('after_response_failed', describeError(error)));
      pending.add(settled);
      void settled.then(() => pending.delete(settled));
    },
  };
  const answer = async (page: string, path: string, request: IncomingMessage, response: ServerResponse) => {
    try {
      for (const name of Object.keys(request.headers)) if (INTERNAL_HEADER.test(name)) delete request.headers[name];
      for (const { pattern, headers } of rules)
        if (pattern.test(path)) for (const [key, value] of Object.entries(headers)) response.setHeader(key, value);
      await endpoints.get(page)!().handler(request, response, context);
    } catch (error) {
      log.error('request_failed', describeError(error));
      response.destroy();
    }
  };
  return {
    find: ({ url = '' }) => {
      const path = url.split('?', 1)[0]!;
      // Next.js knows each route with this ending as well, for its router.
      if (!PLAIN_PATH.test(path) || path.endsWith('.rsc')) return null;
      const page = endpoints.has(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.path;
      return page === undefined ? null : (request, response) => answer(page, path, request, response);
    },
    finish: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** Returns a function that loads a module at its first call: the cache of require() looks at the file system each time. */
function loadOnce(path: string): () => Entrypoint {
  let loaded: Entrypoint | undefined;
  return () => (loaded ??= load(path) as Entrypoint);
}
