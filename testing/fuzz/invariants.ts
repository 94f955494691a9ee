import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseOn } from '@/db/client';
import { findBookProblems, findMessageProblems } from '../../scripts/lib/books';
import { root } from '../../scripts/lib/programs';
import type { FuzzSetup } from './setup';

/** Accounts that examples create: makeAdmin, makeSponsor, makeEntry and makeRegistration of testing/db. */
const OF_EXAMPLES = {
  admins: /^admin\d+$/,
  guests: /^sponsor\d+@example\.in$|^csr@paper\d+\.example$/,
  registered: /^account\d+@example\.in$/,
};

/**
 * Returns violated invariants of seats, payments and accounts, and failures in the app's log, after a run; empty if
 * there are none.
 */
export async function checkInvariants(
  { sql, registered, guests, administrators }: FuzzSetup,
  url: string,
  name: string,
): Promise<string[]> {
  const admins = await sql<
    { id: string; username: string }[]
  >`select id, username from admins where role not in ('head', 'clerk')`;
  const intruders = admins.filter(({ id, username }) => !administrators.has(id) && !OF_EXAMPLES.admins.test(username));
  const users = await sql<{ id: string; kind: string; email: string }[]>`select id, kind, email from users`;
  const unknown = users.filter(({ id, kind, email }) =>
    kind === 'guest'
      ? !guests.has(id) && !OF_EXAMPLES.guests.test(email)
      : kind === 'registered' && !registered.has(email) && !OF_EXAMPLES.registered.test(email),
  );
  const health = await fetch(`${url}/api/health`).then(
    ({ status }) => status,
    () => 0,
  );
  const log = await readFile(join(root, 'test-results', `${name}.log`), 'utf8');
  const failures = log
    .split('\n')
    .filter((line) => /request_failed|uncaught|unhandled|"level":"error"|^\s+at /i.test(line))
    // A busy machine: its response is counted with the other 503.
    .filter((line) => !/"event":"(health\.unready|framework\.printed)".*"kind":"DeadlineError"/.test(line));
  return [
    ...(await findBookProblems(databaseOn(sql))),
    ...(await findMessageProblems(databaseOn(sql))),
    ...(intruders.length > 0
      ? [`${intruders.length} administrators not created by a described endpoint, such as ${intruders[0]!.username}`]
      : []),
    ...(unknown.length > 0
      ? [`${unknown.length} users not created by a described endpoint, such as ${unknown[0]!.email}`]
      : []),
    ...(health === 200 ? [] : [`the app's health is ${health}`]),
    ...(failures.length > 0 ? [`the log has ${failures.length} failures, such as ${failures[0]!.slice(0, 300)}`] : []),
  ];
}

/**
 * Returns the hashes of tokens and codes in the database, which no response may contain. Password hashes are recognised
 * by their format.
 */
export async function storedHashes({ sql }: FuzzSetup): Promise<Set<string>> {
  const rows = await sql<{ hash: string }[]>`
    select token_hash as hash from sessions union all select token_hash from admin_sessions
    union all select cookie_hash from admin_sessions
    union all (select code_hash from otp_challenges order by id desc limit 1000)`;
  return new Set(rows.map(({ hash }) => hash));
}
