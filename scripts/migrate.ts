import { migrate } from '@/db/migrate';
import { loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/** `npm run db:migrate`: applies the migrations. Safe to run concurrently and while the site is in use. */
await main(async () => {
  loadEnvFiles();
  const database = await openDatabase({ asOwner: true });
  try {
    await migrate(database.url);
    console.log('The database is up to date.');
  } finally {
    await database.stop();
  }
});
