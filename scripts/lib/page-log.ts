import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '@/lib/platform/log';
import { readServedRoutes } from './served-routes';

/** Paths whose requests have a line of their own (lib/api/handler.ts), or are files. */
const OTHERS = /^\/(api|_next|geo|icons|social)(\/|$)|\.\w+$/;

/**
 * Returns a function that logs the requests of pages when they end: method, route, status, milliseconds. The route is a
 * pattern of the build, such as '/verify/[reference]', since paths contain names and tokens.
 */
export async function createPageLog(): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const routes = await readServedRoutes();
  const pages = new Set(routes.pages);
  const patterns = routes.dynamic
    .filter(({ path }) => pages.has(path))
    .map(({ path, regex }) => ({ path, pattern: new RegExp(regex) }));
  const routeOf = (path: string) =>
    pages.has(path) ? path : (patterns.find(({ pattern }) => pattern.test(path))?.path ?? 'unknown');
  return ({ method, url = '', headers }, response) => {
    const path = url.split('?', 1)[0]!;
    if (OTHERS.test(path)) return;
    const started = performance.now();
    response.once('close', () => {
      log.info('page', {
        request: String(headers['x-request-id']),
        method,
        route: routeOf(path),
        status: response.writableFinished ? response.statusCode : 499,
        ms: Math.round(performance.now() - started),
      });
    });
  };
}
