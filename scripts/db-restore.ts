import { parseArgs } from 'node:util';
import { z } from 'zod';
import { recordRestore, requireNone, restore } from './lib/backup';
import { commandArguments, loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

/** More than the papers of a day; a number has room for a million. */
const SKIPPED = '1000';
const USAGE = 'npm run db:restore -- FILE [--skip-numbers N], or -- --restored-as-of TIME [--skip-numbers N]';

/**
 * `npm run db:restore -- FILE`: restores a backup into the empty database of DATABASE_URL and checks that everything is
 * there and adds up. Exits with 1 otherwise. The next numbers of papers are left out (--skip-numbers, 1000 unless given),
 * because papers that were issued after the backup may have them. `-- --restored-as-of 2026-11-24T20:00:00Z` does only the
 * latter, for a database that was restored in another way.
 */
await main(async () => {
  loadEnvFiles();
  const { file, asOf, skipped } = readArguments();
  const database = await openDatabase({ asOwner: true });
  try {
    const { at, problems } = file === undefined ? { at: asOf!, problems: [] } : await restoreFile(database.url, file);
    await recordRestore(database.url, at, skipped);
    console.log(`The next ${skipped} numbers of each series of papers are left out; the audit log says which.`);
    requireNone(problems, 'The backup was restored, but:');
    if (file === undefined) return;
    console.log(
      `Restored the backup of ${at}: all rows are there, seats and money add up, the audit log holds. ` +
        'Next: npm run db:migrate, and db/site-role.sql if the site has a role of its own.',
    );
  } finally {
    await database.stop();
  }
});

async function restoreFile(url: string, file: string): Promise<{ at: string; problems: string[] }> {
  const { manifest, problems } = await restore(url, file);
  return { at: manifest.at, problems };
}

/** Returns a file, or the time of a restore that was made already. Throws with the usage for anything else. */
function readArguments(): { file?: string; asOf?: string; skipped: number } {
  const { positionals, values } = parseArgs({
    args: commandArguments(),
    allowPositionals: true,
    options: { 'skip-numbers': { type: 'string', default: SKIPPED }, 'restored-as-of': { type: 'string' } },
  });
  const [file, ...more] = positionals;
  const asOf = values['restored-as-of'];
  const skipped = values['skip-numbers'];
  const isTime = asOf === undefined || z.iso.datetime({ offset: true }).safeParse(asOf).success;
  if ((file === undefined) === (asOf === undefined) || more.length > 0 || !isTime || !/^\d{1,5}$/.test(skipped))
    throw new Error(USAGE);
  return { file, asOf, skipped: Number(skipped) };
}
