import 'server-only';
import { parseEnv } from './env';

/** Ends the program with exit code 1, and one line a problem on standard error, unless the environment is usable. */
export function requireEnvironment(): void {
  const result = parseEnv(process.env);
  if (result.ok) return;
  process.stderr.write(`The server cannot start. Please correct the environment:\n  ${result.problems.join('\n  ')}\n`);
  process.exit(1);
}
