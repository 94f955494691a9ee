import { setInterval } from 'node:timers';

const PARENT_CHECK_MS = 500;

/**
 * Resolves when this program is asked to end: Ctrl-C, SIGTERM, SIGHUP, or the death of the npm that runs it (kill -9 of npm
 * does not reach its children, and an orphan would keep the port).
 */
export function askedToStop(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
    if (!process.env.npm_lifecycle_event) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && done(), PARENT_CHECK_MS).unref();
  });
}
