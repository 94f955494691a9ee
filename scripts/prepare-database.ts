import { migrate } from '@/db/migrate';
import { main } from './lib/main';

/** The part of `npm run demo` and `npm run dev` that works on the database of DATABASE_URL. */
await main(async () => {
  await migrate(process.env.DATABASE_URL!);
});
