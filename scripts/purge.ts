import { purgeData } from '@/lib/operation/jobs/purge';
import { onDatabase } from './lib/command-database';
import { loadEnvFiles } from './lib/local';
import { main } from './lib/main';

/** `npm run data:purge`: runs the daily purge of the jobs now. */
await main(async () => {
  loadEnvFiles();
  await onDatabase(async () => {
    const { deleted, holds } = await purgeData();
    const counts = Object.entries(deleted).map(([data, count]) => `${data} ${count}`);
    console.log(`Removed, by kind of data: ${counts.join(', ')}.`);
    console.log(`Holds released: ${holds}.`);
  });
});
