import { parseArgs } from 'node:util';
import { closeDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { changeAdminPassword, createAdmin } from '@/lib/admin/mutations';
import { usernameKey } from '@/lib/admin/rules';
import { errorText } from '@/lib/text/errors';
import { onTerminal, type Ask } from './lib/ask';
import { loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

const USAGE = `npm run admin:create                              makes an administrator; asks for username and password
npm run admin:create -- --username NAME           asks for the password alone
npm run admin:create -- --reset --username NAME   gives an administrator another password and ends the sessions
ADMIN_USERNAME and ADMIN_PASSWORD answer without being asked.`;

/** `npm run admin:create`: makes an administrator, or with --reset changes the password of one. Ends with 1 when that is refused. */
await main(async () => {
  const { reset, username, password } = await readCredentials();
  const isEmbedded = !process.env.DATABASE_URL;
  const database = await openDatabase();
  try {
    if (isEmbedded) await migrate(database.url);
    if (reset) {
      const changed = await changeAdminPassword(username, password, 'command');
      if (!changed.ok) throw new Error(errorText(changed.code, changed.params));
      console.log(`${changed.admin.username} has another password. Sessions ended: ${changed.ended}.`);
    } else {
      const created = await createAdmin(username, password, 'command');
      if (!created.ok) throw new Error(errorText(created.code, created.params));
      console.log(`${created.admin.username} is an administrator and logs in at /admin/login.`);
    }
  } finally {
    await closeDatabase();
    await database.stop();
  }
});

async function readCredentials(): Promise<{ reset: boolean; username: string; password: string }> {
  const { reset, named } = readArguments();
  loadEnvFiles();
  const { ADMIN_USERNAME, ADMIN_PASSWORD } = process.env;
  const known = named ?? (ADMIN_USERNAME || undefined);
  // A password kept for one administrator is not given to another.
  const isOthers = !!ADMIN_USERNAME && usernameKey(ADMIN_USERNAME) !== usernameKey(known ?? '');
  const kept = isOthers ? undefined : ADMIN_PASSWORD || undefined;
  if (known !== undefined && kept !== undefined) return { reset, username: known, password: kept };
  return onTerminal(async (ask) => ({
    reset,
    username: known ?? (await ask('Username:')),
    password: kept ?? (await askPassword(ask)),
  }));
}

async function askPassword(ask: Ask): Promise<string> {
  const password = await ask('Password (12 characters or more, not shown):', { hidden: true });
  if ((await ask('The same again:', { hidden: true })) !== password)
    throw new Error('These were two different passwords. Nothing was done.');
  return password;
}

/** The password is no argument: everybody on the machine could read it in the list of programs. */
function readArguments(): { reset: boolean; named: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { reset: { type: 'boolean', default: false }, username: { type: 'string' } },
    });
    return { reset: values.reset, named: values.username };
  } catch {
    throw new Error(USAGE);
  }
}
