/** Runs once, before the server takes its first request: a server whose environment is not usable must not start. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return;
  const { requireEnvironment } = await import('./lib/core/startup');
  requireEnvironment();
}
