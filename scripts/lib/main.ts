import { inspect } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * Runs a script. An error ends it with exit code 1 and prints only its message; DEBUG=1 prints the stack. Errors of
 * writing to stdout and stderr, such as a closed pipe, are ignored: Next.js would log each of them, which fails again.
 */
export async function main(work: () => Promise<void>): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let code = 0;
  try {
    await work();
  } catch (thrown) {
    code = 1;
    // The message of Drizzle has the parameters of the statement, such as the hash of a password.
    const error = thrown instanceof DrizzleQueryError ? thrown.cause : thrown;
    // Not console.error: a server that runs in this process redirects it to the log (lib/platform/console.ts).
    process.stderr.write(`${error instanceof Error && !process.env.DEBUG ? error.message : inspect(error)}\n`);
  }
  await Promise.all([written(process.stdout), written(process.stderr)]);
  process.exit(code);
}

/** Resolves when what was printed has been written, or cannot be: a pipe with a slow reader takes it in parts. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.once('error', () => done());
    stream.write('', () => done());
  });
}
