import { databaseErrorOf } from '@/db/errors';
import { chainHas, verifyChain } from '@/lib/admin/audit-log/queries';
import { onDatabase } from './lib/command-database';
import { commandArguments, loadEnvFiles } from './lib/local';
import { main } from './lib/main';

/** The codes of Postgres for a table and a function that do not exist. */
const UNDEFINED = ['42P01', '42883'];

function explain(error: unknown): never {
  const { code = '' } = databaseErrorOf(error);
  if (!UNDEFINED.includes(code)) throw error;
  throw new Error('This database has no chain yet, because it lacks migrations. Run npm run db:migrate first.');
}

/**
 * `npm run audit:verify`: checks the hash chain of the audit log. With a hash that an earlier run printed it also checks
 * that the chain still has it. Exits with 1 if the chain is broken, or if the database has no chain yet.
 */
await main(async () => {
  loadEnvFiles();
  const [noted] = commandArguments();
  await onDatabase(async () => {
    const { entries, last, broken } = await verifyChain().catch(explain);
    if (broken !== null) throw new Error(`The chain of the audit log is broken. First broken entry: ${broken}.`);
    if (noted && !(await chainHas(noted)))
      throw new Error(`The chain of the audit log holds, but has no entry with the hash ${noted}.`);
    console.log(`The chain of the audit log holds. Entries: ${entries}. Last hash: ${last ?? 'none'}`);
  });
});
