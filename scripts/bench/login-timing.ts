import { logIn } from '@/lib/identity/mutations';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeMany, median, type Row } from './measure';

/**
 * Logins of each kind per round, one at a time: their median is what an attacker could use to learn whether an account
 * exists.
 */
const LOGINS = 50;
const ROUNDS = 5;

let clients = 0;
/** Returns the duration of a refused login in ms, from a client address without counted failures. */
async function timeOf(email: string): Promise<number> {
  const address = `10.${++clients >> 8}.${clients & 255}.1`;
  const started = performance.now();
  const outcome = await logIn(email, 'not the password', address);
  const took = performance.now() - started;
  if (outcome.ok || outcome.code !== 'auth.invalid_credentials') throw new Error('a measured login was not refused');
  return took;
}

/**
 * Logins per second of a known and of an unknown e-mail address, by the median of 50 each, alternating: the slower kind
 * compared with the faster one, so that the target limits the difference in both directions.
 */
export async function measureLoginTiming(): Promise<Row> {
  const row: Row = { what: 'refused login, slower : faster', unit: 'logins/s', target: 0.8, program: [], floor: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const accounts = await makeMany(LOGINS, () => makeSponsorAccount());
    const [known, unknown]: [number[], number[]] = [[], []];
    for (const [n, { email }] of accounts.entries()) {
      const kinds = [
        async () => known.push(await timeOf(email)),
        async () => unknown.push(await timeOf(`no-${email}`)),
      ];
      for (const measure of n % 2 ? kinds : kinds.toReversed()) await measure();
    }
    const [faster, slower] = [median(known), median(unknown)].toSorted((a, b) => a - b) as [number, number];
    // Round 0 warms up.
    if (round === 0) continue;
    row.program.push(1000 / slower);
    row.floor.push(1000 / faster);
  }
  return row;
}
