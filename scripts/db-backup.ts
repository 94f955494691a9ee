import { backUp, requireNone } from './lib/backup';
import { commandArguments, loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/**
 * `npm run db:backup -- FILE`: writes a backup of the database of DATABASE_URL while the site is in use. Exits with 1 if
 * it fails, and also if the data has problems; the backup is written nevertheless then.
 */
await main(async () => {
  loadEnvFiles();
  const [file] = commandArguments();
  if (!file) throw new Error('Which file? npm run db:backup -- FILE');
  const database = await openDatabase({ asOwner: true });
  try {
    const { manifest, problems } = await backUp(database.url, file);
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    console.log(`Backup: ${file}. Rows: ${rows}. Last hash of the audit log: ${manifest.auditHash ?? 'none'}`);
    requireNone(problems, 'The backup was written, but the data has problems:');
  } finally {
    await database.stop();
  }
});
