import { migrate } from '@/db/migrate';
import { changeAdminPassword, createAdmin } from '@/lib/accounts/administrators/mutations';
import { removeFactor } from '@/lib/accounts/administrators/second-factor';
import { errorText } from '@/lib/platform/i18n/errors';
import { readCredentials, readUsername, removesFactor } from './lib/credentials';
import { onDatabase } from './lib/command-database';
import { commandArguments, loadEnvFiles } from './lib/local';
import { main } from './lib/main';

const DEFAULT_ROLE = 'Without --role the first owner is created, then viewers.';

/**
 * `npm run admin:create`: creates an administrator, or with --reset changes an administrator's password, or with
 * --remove-factor removes a lost second factor. Exits with 1 if that is refused.
 */
await main(async () => {
  loadEnvFiles();
  const isEmbedded = !process.env.DATABASE_URL;
  await onDatabase(async (url) => {
    const args = commandArguments();
    if (removesFactor(args)) {
      const username = readUsername(args);
      const outcome = await removeFactor('command', { username });
      if (!outcome.ok) throw new Error(errorText('admin.unknown_username'));
      console.log(`${username} ${outcome.removed ? 'has no second factor any more' : 'had no second factor'}.`);
      return;
    }
    const { reset, username, password, role } = await readCredentials(args, process.env);
    if (isEmbedded) await migrate(url);
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
  });
});
