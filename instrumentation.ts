import type { Instrumentation } from 'next';

/** What the server waits for before it listens (scripts/lib/server.ts); Next.js itself does not wait. */
const shared = globalThis as typeof globalThis & { seatAdoptionStarted?: Promise<void> };

/** Runs once before the first request: a server with an invalid environment must not start. */
export function register(): Promise<void> {
  return (shared.seatAdoptionStarted = start());
}

async function start(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return;
  const { requireEnvironment, requireSurroundings } = await import('./lib/platform/startup');
  const environment = requireEnvironment();
  if (process.env.NODE_ENV !== 'production') return;
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) (await import('./lib/platform/tracing')).startTracing();
  const { guardConsole } = await import('./lib/platform/console');
  guardConsole();
  const { nameProgram } = await import('./lib/platform/log-program');
  nameProgram();
  if (environment.VERCEL) return;
  await requireSurroundings(environment);
  if (environment.JOBS === 'off') return;
  const { startJobs } = await import('./lib/operation/jobs/run');
  startJobs();
}

/**
 * Logs a page that failed with its route pattern and request id. The URL is not logged, because it may contain names
 * and tokens.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, { method, headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { describeError, log } = await import('./lib/platform/log');
  const { noteUnavailable } = await import('./lib/platform/unavailable');
  const { unavailableCode } = await import('./db/errors');
  const request = headers['x-request-id'];
  if (unavailableCode(error)) noteUnavailable(String(request));
  log.error('page.failed', { request: String(request ?? ''), method, route: routePath, ...describeError(error) });
};
