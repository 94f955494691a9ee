import { parseArgs } from 'node:util';
import { limitKey } from '@/lib/adoption/core/limit-keys';
import { changeSeatLimit, readSeatLimit, type SeatLimit } from '@/lib/adoption/take/seat-limits';
import { formatCount } from '@/lib/platform/format-count';
import { maskEmail } from '@/lib/accounts/codes/rules';
import { onDatabase } from './lib/command-database';
import { commandArguments, loadEnvFiles } from './lib/local';
import { main } from './lib/main';

const USAGE = `npm run seats:limit -- hr@example.org            shows the unpaid seats of an e-mail address and its limit
npm run seats:limit -- hr@example.org 5000       sets its limit; its domain keeps its own limit
npm run seats:limit -- example.org 20000         the same for all addresses of a company
npm run seats:limit -- example.org default       resets it to the configured limit`;
const MAX_LIMIT = 100_000_000;

/**
 * `npm run seats:limit`: shows or changes the limit of unpaid seats of an e-mail address or company. A change is
 * written to the audit log.
 */
await main(async () => {
  loadEnvFiles();
  const { sponsor, max } = readArguments(commandArguments());
  const key = limitKey(sponsor);
  const name = key.slice(key.indexOf(':') + 1);
  await onDatabase(async () => {
    const shown = name.includes('@') ? maskEmail(name) : name;
    const limit = max === undefined ? await readSeatLimit(key) : await changeSeatLimit(key, max, shown);
    console.log(sentence(name, limit));
    if (name.includes('@')) {
      const domain = limitKey(name.slice(name.lastIndexOf('@') + 1));
      console.log(sentence(domain.slice('domain:'.length), await readSeatLimit(domain)));
    }
  });
});

function sentence(name: string, { seats, max }: SeatLimit): string {
  const limit = max === null ? 'as many as the settings say' : formatCount(max);
  return `${name}: ${formatCount(seats)} seats without a payment, at most ${limit}.`;
}

function readArguments(args: string[]): { sponsor: string; max: number | null | undefined } {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [sponsor, max, ...others] = positionals;
    const isName = sponsor !== undefined && /^([^\s@]+@)?[^\s@.]+(\.[^\s@.]+)+$/.test(sponsor);
    if (isName && others.length === 0) {
      if (max === undefined) return { sponsor, max };
      if (max === 'default') return { sponsor, max: null };
      if (/^\d{1,9}$/.test(max) && Number(max) <= MAX_LIMIT) return { sponsor, max: Number(max) };
    }
  } catch {
    // An unknown option prints the usage.
  }
  throw new Error(USAGE);
}
