import { migrate } from '@/db/migrate';
import { loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/** `npm run db:migrate`: brings the database up to date. Safe to run while another does the same and while the site is in use. */
await main(async () => {
  loadEnvFiles();
  const database = await openDatabase();
  try {
    await migrate(database.url);
    console.log('The database is up to date.');
  } finally {
    await database.stop();
  }
});
