import postgres from 'postgres';
import { closeDatabase } from '@/db/client';
import { withoutAlarms } from './lib/without-alarms';
import { migrate } from '@/db/migrate';
import { ensureAdmin, randomPassword } from './first-admin';
import { main } from './lib/main';
import { administerSample } from './sample-administration';
import { openSampleOffices } from './sample-offices';
import { seedSample } from './seed-sample';

const SAMPLE_LOCK = 735_003;

/**
 * The part of `npm run demo` and `npm run dev` that needs the database of DATABASE_URL: migrates it, imports the sample
 * catalogue into an empty one, creates an administrator if there is none, lets that one act on the sample, and opens offices of
 * two institutes and the account of their sponsor.
 */
await main(async () => {
  const url = process.env.DATABASE_URL!;
  await migrate(url);
  const guard = postgres(url, { max: 1, max_lifetime: null });
  try {
    // Two concurrent first starts would both find an empty database.
    await guard`select pg_advisory_lock(${SAMPLE_LOCK})`;
    const seeded = await withoutAlarms(seedSample);
    if (seeded)
      console.log(`Sample catalogue: ${seeded.imported} courses, ${seeded.adopted + seeded.before} seats adopted.`);
    console.log(await ensureAdmin());
    if (seeded) {
      await withoutAlarms(administerSample);
      const configured = process.env.ADMIN_PASSWORD;
      const password = configured || randomPassword();
      const { offices, sponsor } = await withoutAlarms(() => openSampleOffices(password));
      const secret = configured ? 'the password is that of ADMIN_PASSWORD' : `password ${password} (shown only once)`;
      console.log(`Offices of institutes: ${offices.join(', ')}, at /office/login, ${secret}`);
      console.log(`A sponsor: ${sponsor}, at /login, with the password of the offices`);
    }
  } finally {
    await guard.end({ timeout: 1 });
    await closeDatabase();
  }
});
