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
 * `npm run data:purge`: forgets personal data of adoptions that nobody verified and sessions that ended, and tidies up
 * holds that are over, and folds what was adopted into the figures of the dashboard. Meant to be run once a day; seats come back without it.
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
    console.log(`Ended by time: ${sessions} sessions removed, the seats of ${holds} holds given back.`);
  } finally {
    await closeDatabase();
    await database.stop();
  }
});
