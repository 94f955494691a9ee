import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ADMIN_ROLES, type AdminRole } from '@/db/schema/enums';
import { usernameKey } from '@/lib/accounts/administrators/rules';
import { onTerminal, type Prompt } from './prompt';

const USAGE = `npm run admin:create                              makes an administrator; asks for username and password
npm run admin:create -- --username NAME           asks for the password alone
npm run admin:create -- --role ROLE               viewer, catalogue, finance or owner; without it the first owner is
                                                  made, then viewers
npm run admin:create -- --reset --username NAME   gives an administrator another password and ends the sessions
npm run admin:create -- --remove-factor --username NAME
                                                  removes the lost second factor of an administrator
ADMIN_USERNAME and ADMIN_PASSWORD answer without being asked.
All work on the database of DATABASE_URL, with -- --demo on that of npm run demo.`;

const roleSchema = z.enum(ADMIN_ROLES);

/** True for `--remove-factor`, which needs no password. */
export const removesFactor = (args: string[]): boolean => args.includes('--remove-factor');

/** Reads the username for `--remove-factor`. Throws without one, and for unknown arguments. */
export function readUsername(args: string[]): string {
  try {
    const options = { 'remove-factor': { type: 'boolean' }, username: { type: 'string' } } as const;
    const { username } = parseArgs({ args, options }).values;
    return z.string().min(1).parse(username);
  } catch {
    throw new Error(USAGE);
  }
}

/** The account, its new password and its role if given, and whether the account exists already (`reset`). */
type Credentials = { reset: boolean; username: string; password: string; role: AdminRole | null };

/**
 * Reads the credentials for `npm run admin:create` from its arguments, ADMIN_USERNAME and ADMIN_PASSWORD, and prompts
 * for the rest. Throws without a terminal, and for unknown arguments.
 */
export async function readCredentials(
  args: string[],
  { ADMIN_USERNAME, ADMIN_PASSWORD }: Partial<Record<string, string>>,
): Promise<Credentials> {
  const { reset, named, role } = readArguments(args);
  const username = named ?? (ADMIN_USERNAME || undefined);
  // ADMIN_PASSWORD belongs to ADMIN_USERNAME and is not used for another administrator.
  const isOthers = !!ADMIN_USERNAME && usernameKey(ADMIN_USERNAME) !== usernameKey(username ?? '');
  const kept = isOthers ? undefined : ADMIN_PASSWORD || undefined;
  if (username !== undefined && kept !== undefined) return { reset, username: username, password: kept, role };
  return onTerminal(async (prompt) => ({
    reset,
    username: username ?? (await prompt('Username:')),
    password: kept ?? (await askPassword(prompt)),
    role,
  }));
}

async function askPassword(prompt: Prompt): Promise<string> {
  const password = await prompt('Password (12 characters or more, not shown):', { hidden: true });
  if ((await prompt('The same again:', { hidden: true })) !== password)
    throw new Error('These were two different passwords. Nothing was done.');
  return password;
}

/** The password is not an argument: every user of the machine could read it in the process list. */
function readArguments(args: string[]): { reset: boolean; named: string | undefined; role: AdminRole | null } {
  try {
    const { values } = parseArgs({
      args,
      options: { reset: { type: 'boolean', default: false }, username: { type: 'string' }, role: { type: 'string' } },
    });
    const role = values.role === undefined ? null : roleSchema.parse(values.role);
    if (values.reset && role) throw new Error(USAGE);
    return { reset: values.reset, named: values.username, role };
  } catch {
    throw new Error(USAGE);
  }
}
