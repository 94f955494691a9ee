import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { log } from '@/lib/platform/log';
import { root } from './programs';

type Route = { page: string; regex: string };

/** Paths whose requests have a line of their own (lib/api/handler.ts), or are files. */
const OTHERS = /^\/(api|_next|geo|icons|social)(\/|$)|\.\w+$/;

/**
 * Returns a function that logs the requests of pages when they end: method, route, status, milliseconds. The route is a
 * pattern of the build, such as '/verify/[reference]', since paths contain names and tokens.
 */
export async function createPageLog(): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const manifest = JSON.parse(await readFile(join(root, '.next/routes-manifest.json'), 'utf8')) as {
    staticRoutes: Route[];
    dynamicRoutes: Route[];
  };
  const routes = [...manifest.staticRoutes, ...manifest.dynamicRoutes].map(({ page, regex }) => ({
    page,
    pattern: new RegExp(regex),
  }));
  return ({ method, url = '', headers }, response) => {
    const path = url.split('?', 1)[0]!;
    if (OTHERS.test(path)) return;
    const started = performance.now();
    response.once('close', () => {
      log.info('page', {
        request: String(headers['x-request-id']),
        method,
        route: routes.find(({ pattern }) => pattern.test(path))?.page ?? 'unknown',
        status: response.writableFinished ? response.statusCode : 499,
        ms: Math.round(performance.now() - started),
      });
    });
  };
}
