import { purgeUnverified, RETENTION_DAYS } from '@/lib/adoption/retention';
import { closeDatabase } from '@/db/client';
import { loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/** `npm run data:purge`: forgets personal data of adoptions that nobody verified. Meant to be run once a day. */
await main(async () => {
  loadEnvFiles();
  const database = await openDatabase();
  try {
    process.env.DATABASE_URL = database.url;
    const { billings, guests } = await purgeUnverified();
    console.log(
      `Older than ${RETENTION_DAYS} days and never verified: ${billings} drafts and ${guests} guests removed.`,
    );
  } finally {
    await closeDatabase();
    await database.stop();
  }
});
