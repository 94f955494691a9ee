import 'server-only';
import { parseEnv } from './env';

/** Exits with code 1 and one line per problem on standard error if the environment is invalid. */
export function requireEnvironment(): void {
  const result = parseEnv(process.env);
  if (result.ok) return;
  process.stderr.write(`The server cannot start. Please correct the environment:\n  ${result.problems.join('\n  ')}\n`);
  process.exit(1);
}
