import { closeDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { changeAdminPassword, createAdmin } from '@/lib/admin/accounts/mutations';
import { errorText } from '@/lib/i18n/errors';
import { readCredentials } from './lib/credentials';
import { commandArguments, loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

const DEFAULT_ROLE = 'Without --role the first owner is created, then viewers.';

/**
 * `npm run admin:create`: creates an administrator, or with --reset changes an administrator's password. Exits with 1
 * if that is refused.
 */
await main(async () => {
  loadEnvFiles();
  const isEmbedded = !process.env.DATABASE_URL;
  const database = await openDatabase();
  try {
    const { reset, username, password, role } = await readCredentials(commandArguments(), process.env);
    if (isEmbedded) await migrate(database.url);
    if (reset) {
      const changed = await changeAdminPassword(username, password, 'command');
      if (!changed.ok) throw new Error(errorText(changed.code, changed.params));
      console.log(`${changed.admin.username} has another password. Sessions ended: ${changed.ended}.`);
    } else {
      const created = await createAdmin(username, password, 'command', role);
      if (!created.ok) throw new Error(errorText(created.code, created.params));
      console.log(
        `${created.admin.username} is an administrator with the role ${created.role} and logs in at /admin/login.`,
      );
      if (role === null) console.log(DEFAULT_ROLE);
    }
  } finally {
    await closeDatabase();
    await database.stop();
  }
});
