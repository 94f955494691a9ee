import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setLogProgram } from './log';

/**
 * Adds to every line of the log which build wrote it and which process: INSTANCE_NAME, by default the name of the
 * machine, and the process id.
 */
export function nameProgram(): void {
  setLogProgram({ build: readBuild(), instance: process.env.INSTANCE_NAME || hostname(), pid: process.pid });
}

/** Returns the id of the production build; undefined in development. */
function readBuild(): string | undefined {
  try {
    return readFileSync(path.join(/* turbopackIgnore: true */ process.cwd(), '.next', 'BUILD_ID'), 'utf8').trim();
  } catch {
    return undefined;
  }
}
