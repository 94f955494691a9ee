import type { Instrumentation } from 'next';

/** Runs once before the first request: a server with an invalid environment must not start. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return;
  const { requireEnvironment } = await import('./lib/core/startup');
  requireEnvironment();
  if (process.env.NODE_ENV !== 'production') return;
  const { guardConsole } = await import('./lib/core/console');
  guardConsole();
  const { env } = await import('./lib/core/env');
  if (env().JOBS === 'off' || env().VERCEL) return;
  const { startJobs } = await import('./lib/jobs/run');
  startJobs();
}

/**
 * Logs a page that failed with its route pattern and request id. The URL is not logged, because it may contain names
 * and tokens.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, { method, headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { describeError, log } = await import('./lib/core/log');
  const request = headers['x-request-id'];
  log.error('page.failed', { request: String(request ?? ''), method, route: routePath, ...describeError(error) });
};
