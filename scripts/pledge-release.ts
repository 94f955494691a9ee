import { parseArgs } from 'node:util';
import { cancelPledge } from '@/lib/admin/adoptions/mutations';
import { onDatabase } from './lib/command-database';
import { commandArguments, loadEnvFiles } from './lib/local';
import { main } from './lib/main';

const USAGE = `npm run pledge:release -- REFERENCE --reason "WHY"   releases a pledge; the reason is written to the audit log`;
const MAX_REASON = 500;

/**
 * `npm run pledge:release`: releases a pledge of the public pages, with a reason that is written to the audit log.
 * Exits with 1 if there is no such pledge.
 */
await main(async () => {
  loadEnvFiles();
  const { reference, reason } = readArguments(commandArguments());
  await onDatabase(async () => {
    const seats = await cancelPledge(reference, reason);
    if (seats === null) throw new Error(`There is no pledge with the reference ${reference}. Nothing was done.`);
    console.log(`The pledge ${reference} is cancelled. Seats given back: ${seats}.`);
  });
});

function readArguments(args: string[]): { reference: string; reason: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { reason: { type: 'string' } },
    });
    const [reference, ...others] = positionals.map((text) => text.trim().toUpperCase());
    const reason = values.reason?.trim();
    if (reference && others.length === 0 && reason && reason.length <= MAX_REASON) return { reference, reason };
  } catch {
    // An unknown option prints the usage.
  }
  throw new Error(USAGE);
}
