import { closeDatabase } from '@/db/client';
import { RETENTION_DAYS } from '@/lib/adoption/rules';
import { purgeData } from '@/lib/jobs/purge';
import { loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/** `npm run data:purge`: runs the daily purge of the jobs now. */
await main(async () => {
  loadEnvFiles();
  const database = await openDatabase();
  try {
    process.env.DATABASE_URL = database.url;
    const { billings, guests, sessions, sharedCarts, holds } = await purgeData();
    console.log(
      `Older than ${RETENTION_DAYS} days and never verified: ${billings} drafts and ${guests} guests removed.`,
    );
    console.log(`Expired: ${sessions} sessions and ${sharedCarts} shared carts removed, ${holds} holds released.`);
  } finally {
    await closeDatabase();
    await database.stop();
  }
});
