import type { Instrumentation } from 'next';

/** Runs once, before the server takes its first request: a server whose environment is not usable must not start. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return;
  const { requireEnvironment } = await import('./lib/core/startup');
  requireEnvironment();
  if (process.env.NODE_ENV !== 'production') return;
  const { guardConsole } = await import('./lib/core/console');
  guardConsole();
}

/** A page that failed: its pattern and the id of its request, never the address, which may hold names and receipts' tokens (A-87). */
export const onRequestError: Instrumentation.onRequestError = async (error, { method, headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { describeError, log } = await import('./lib/core/log');
  const request = headers['x-request-id'];
  log.error('page.failed', { request: String(request ?? ''), method, route: routePath, ...describeError(error) });
};
