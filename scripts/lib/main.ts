import { inspect } from 'node:util';

/** Runs a script: an error ends it with its message alone and exit code 1; DEBUG=1 shows where it came from. */
export async function main(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    // Not by the console: a server that runs here has made it a log (lib/core/console.ts).
    process.stderr.write(`${error instanceof Error && !process.env.DEBUG ? error.message : inspect(error)}\n`);
    process.exit(1);
  }
}
