import { parseArgs } from 'node:util';
import { usernameKey } from '@/lib/admin/accounts/rules';
import { onTerminal, type Prompt } from './prompt';

const USAGE = `npm run admin:create                              makes an administrator; asks for username and password
npm run admin:create -- --username NAME           asks for the password alone
npm run admin:create -- --reset --username NAME   gives an administrator another password and ends the sessions
ADMIN_USERNAME and ADMIN_PASSWORD answer without being asked.
All work on the database of DATABASE_URL, with -- --demo on that of npm run demo.`;

/** Whose password is set, to what, and whether the account is there already (`reset`). */
export type Credentials = { reset: boolean; username: string; password: string };

/**
 * Reads the credentials of `npm run admin:create` from its arguments and ADMIN_USERNAME and ADMIN_PASSWORD, and asks for the rest on
 * the terminal. Throws where there is none, and for arguments that it does not know.
 */
export async function readCredentials(
  args: string[],
  { ADMIN_USERNAME, ADMIN_PASSWORD }: Partial<Record<string, string>>,
): Promise<Credentials> {
  const { reset, named } = readArguments(args);
  const known = named ?? (ADMIN_USERNAME || undefined);
  // A password kept for one administrator is not given to another.
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

/** The password is no argument: everybody on the machine could read it in the list of programs. */
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
