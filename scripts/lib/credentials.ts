import { parseArgs } from 'node:util';
import { usernameKey } from '@/lib/admin/accounts/rules';
import { onTerminal, type Prompt } from './prompt';

const USAGE = `npm run admin:create                              makes an administrator; asks for username and password
npm run admin:create -- --username NAME           asks for the password alone
npm run admin:create -- --reset --username NAME   gives an administrator another password and ends the sessions
ADMIN_USERNAME and ADMIN_PASSWORD answer without being asked.
All work on the database of DATABASE_URL, with -- --demo on that of npm run demo.`;

/** The account, its new password, and whether the account exists already (`reset`). */
export type Credentials = { reset: boolean; username: string; password: string };

/**
 * Reads the credentials for `npm run admin:create` from its arguments, ADMIN_USERNAME and ADMIN_PASSWORD, and prompts
 * for the rest. Throws without a terminal, and for unknown arguments.
 */
export async function readCredentials(
  args: string[],
  { ADMIN_USERNAME, ADMIN_PASSWORD }: Partial<Record<string, string>>,
): Promise<Credentials> {
  const { reset, named } = readArguments(args);
  const known = named ?? (ADMIN_USERNAME || undefined);
  // ADMIN_PASSWORD belongs to ADMIN_USERNAME and is not used for another administrator.
  const isOthers = !!ADMIN_USERNAME && usernameKey(ADMIN_USERNAME) !== usernameKey(known ?? '');
  const kept = isOthers ? undefined : ADMIN_PASSWORD || undefined;
  if (known !== undefined && kept !== undefined) return { reset, username: known, password: kept };
  return onTerminal(async (prompt) => ({
    reset,
    username: known ?? (await prompt('Username:')),
    password: kept ?? (await askPassword(prompt)),
  }));
}

async function askPassword(prompt: Prompt): Promise<string> {
  const password = await prompt('Password (12 characters or more, not shown):', { hidden: true });
  if ((await prompt('The same again:', { hidden: true })) !== password)
    throw new Error('These were two different passwords. Nothing was done.');
  return password;
}

/** The password is not an argument: every user of the machine could read it in the process list. */
function readArguments(args: string[]): { reset: boolean; named: string | undefined } {
  try {
    const { values } = parseArgs({
      args,
      options: { reset: { type: 'boolean', default: false }, username: { type: 'string' } },
    });
    return { reset: values.reset, named: values.username };
  } catch {
    throw new Error(USAGE);
  }
}
