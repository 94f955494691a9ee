import postgres from 'postgres';
import { closeDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { ensureAdmin } from './first-admin';
import { main } from './lib/main';
import { seedSample } from './seed-sample';

const SAMPLE_LOCK = 735_003;

/** The part of `npm run demo` and `npm run dev` that works on the database of DATABASE_URL: migrations, and the sample and an administrator where there is none. */
await main(async () => {
  const url = process.env.DATABASE_URL!;
  await migrate(url);
  const guard = postgres(url, { max: 1, max_lifetime: null });
  try {
    // Two first starts at once would both find nothing.
    await guard`select pg_advisory_lock(${SAMPLE_LOCK})`;
    const seeded = await seedSample();
    if (seeded) console.log(`Sample catalogue: ${seeded.imported} courses, ${seeded.adopted} seats adopted.`);
    console.log(await ensureAdmin());
  } finally {
    await guard.end({ timeout: 1 });
    await closeDatabase();
  }
});
