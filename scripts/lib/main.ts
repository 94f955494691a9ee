import { inspect } from 'node:util';

/** Runs a script. An error ends it with exit code 1 and prints only its message; DEBUG=1 prints the stack. */
export async function main(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    // Not console.error: a server that runs in this process redirects it to the log (lib/core/console.ts).
    process.stderr.write(`${error instanceof Error && !process.env.DEBUG ? error.message : inspect(error)}\n`);
    process.exit(1);
  }
}
