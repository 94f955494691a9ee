import { closeDatabase } from '@/db/client';
import { chainHas, verifyChain } from '@/lib/admin/audit-log/queries';
import { commandArguments, loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/**
 * `npm run audit:verify`: checks the hash chain of the audit log. With a hash that an earlier run printed it also checks
 * that the chain still has it. Exits with 1 if the chain is broken.
 */
await main(async () => {
  loadEnvFiles();
  const [noted] = commandArguments();
  const database = await openDatabase();
  try {
    const { entries, last, broken } = await verifyChain();
    if (broken !== null) throw new Error(`The chain of the audit log is broken. First broken entry: ${broken}.`);
    if (noted && !(await chainHas(noted)))
      throw new Error(`The chain of the audit log holds, but has no entry with the hash ${noted}.`);
    console.log(`The chain of the audit log holds. Entries: ${entries}. Last hash: ${last ?? 'none'}`);
  } finally {
    await closeDatabase();
    await database.stop();
  }
});
