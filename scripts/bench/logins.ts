import { verify } from '@node-rs/argon2';
import { sql } from '@/db/client';
import { logIn } from '@/lib/identity/mutations';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { makeMany, measureRow, rate, type Row } from './measure';

const LOGINS = 64;
/** As many as libuv has threads for this work: more would only wait. */
const CLIENTS = 4;

/**
 * Logins per second with a correct password: logIn compared with argon2 verifying the same hash, equally many at once.
 */
export async function measureLogins(): Promise<Row> {
  const accounts = await makeMany(LOGINS, () => makeSponsorAccount());
  const [kept] = await sql()<{ password_hash: string }[]>`
    select password_hash from users where id = ${accounts[0]!.userId}`;
  const program = ({ email, password, userId }: SponsorAccount) => logIn(email, password, userId).then(({ ok }) => ok);
  const floor = ({ password }: SponsorAccount) => verify(kept!.password_hash, password);
  return measureRow({ what: 'login, program : argon2', unit: 'logins/s', target: 0.8 }, async () => ({
    program: () => rate(accounts, CLIENTS, program),
    floor: () => rate(accounts, CLIENTS, floor),
  }));
}
