import { closeDatabase } from '@/db/client';
import { purgeAdminSessions } from '@/lib/admin/accounts/mutations';
import { rollUpAdoptions } from '@/lib/admin/stats/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { purgeUnverified } from '@/lib/adoption/retention';
import { RETENTION_DAYS } from '@/lib/adoption/rules';
import { purgeSeatLimits } from '@/lib/adoption/seat-limits';
import { purgeSessions } from '@/lib/identity/mutations';
import { loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/**
 * `npm run data:purge`: deletes personal data of unverified adoptions and ended sessions, books the seats of expired
 * holds as released, and rolls up the statistics of the admin dashboard. Run it once a day; seats of expired holds are
 * free without it.
 */
await main(async () => {
  loadEnvFiles();
  const database = await openDatabase();
  try {
    process.env.DATABASE_URL = database.url;
    const { billings, guests } = await purgeUnverified();
    const holds = await releaseExpiredHolds();
    await purgeSeatLimits();
    const sessions = (await purgeSessions()) + (await purgeAdminSessions());
    await rollUpAdoptions();
    console.log(
      `Older than ${RETENTION_DAYS} days and never verified: ${billings} drafts and ${guests} guests removed.`,
    );
    console.log(`Expired: ${sessions} sessions removed, ${holds} holds released.`);
  } finally {
    await closeDatabase();
    await database.stop();
  }
});
