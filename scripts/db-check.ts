import { findProblems, requireNone, withDatabase } from './lib/backup';
import { loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/** `npm run db:check`: checks that seats and money add up and that the audit log holds. Exits with 1 otherwise. */
await main(async () => {
  loadEnvFiles();
  const database = await openDatabase();
  try {
    requireNone(await withDatabase(database.url, findProblems), 'The data has problems:');
    console.log('Seats and money add up, and the audit log holds.');
  } finally {
    await database.stop();
  }
});
