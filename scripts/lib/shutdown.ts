import { readFileSync } from 'node:fs';

const ANCESTOR_CHECK_MS = 500;

/**
 * Resolves when this program should end: Ctrl-C, SIGTERM, SIGHUP, or the death of the npm that runs it (kill -9 of npm
 * does not reach its children, and an orphan would occupy the port).
 */
export function askedToStop(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
    if (!process.env.npm_lifecycle_event) return;
    const before = ancestors();
    setInterval(() => ancestors() !== before && done(), ANCESTOR_CHECK_MS).unref();
  });
}

/** Our parent and its parent: npm, or npm above the shell it starts scripts with. */
function ancestors(): string {
  const parent = process.ppid;
  if (process.platform !== 'linux') return String(parent);
  try {
    // /proc/PID/stat: "pid (name) state ppid …", where the name may contain any character.
    return `${parent} ${readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]}`;
  } catch {
    return String(parent);
  }
}
