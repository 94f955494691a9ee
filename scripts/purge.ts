import { closeDatabase } from '@/db/client';
import { purgeData } from '@/lib/operation/jobs/purge';
import { loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/** `npm run data:purge`: runs the daily purge of the jobs now. */
await main(async () => {
  loadEnvFiles();
  const database = await openDatabase();
  try {
    process.env.DATABASE_URL = database.url;
    const { deleted, holds } = await purgeData();
    const counts = Object.entries(deleted).map(([data, count]) => `${data} ${count}`);
    console.log(`Removed, by kind of data: ${counts.join(', ')}.`);
    console.log(`Holds released: ${holds}.`);
  } finally {
    await closeDatabase();
    await database.stop();
  }
});
