import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects what nothing refers to: Node.js drops a signal with the request that it belongs to, and a signal of others. */
export async function collectGarbage(): Promise<void> {
  // What a WeakRef was made for in this turn stays until its end.
  await nextTurn();
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
}
