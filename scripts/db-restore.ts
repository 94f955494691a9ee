import { requireNone, restore } from './lib/backup';
import { commandArguments, loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/**
 * `npm run db:restore -- FILE`: restores a backup into the empty database of DATABASE_URL and checks that everything is
 * there and adds up. Exits with 1 otherwise.
 */
await main(async () => {
  loadEnvFiles();
  const [file] = commandArguments();
  if (!file) throw new Error('Which file? npm run db:restore -- FILE');
  const database = await openDatabase({ asOwner: true });
  try {
    const { manifest, problems } = await restore(database.url, file);
    requireNone(problems, 'The backup was restored, but:');
    console.log(
      `Restored the backup of ${manifest.at}: all rows are there, seats and money add up, the audit log holds. ` +
        'Next: npm run db:migrate, and db/site-role.sql if the site has a role of its own.',
    );
  } finally {
    await database.stop();
  }
});
