import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../lib/programs';
import type { FuzzSetup } from './setup';

/**
 * Returns violated invariants of seats, payments and accounts, and failures in the app's log, after a run; empty if
 * there are none.
 */
export async function checkInvariants(
  { sql, registered, guests, admin }: FuzzSetup,
  url: string,
  name: string,
): Promise<string[]> {
  const unbalanced = await sql`
    select c.id from courses c
      left join lateral (
        select coalesce(sum(i.seats) filter (where b.state in ('pledged', 'completed')), 0) as adopted,
               coalesce(sum(i.seats) filter (where b.state = 'held'), 0) as held
          from billing_items i join billings b on b.id = i.billing_id where i.course_id = c.id) counted on true
     where c.adopted_seats <> counted.adopted or c.held_seats <> counted.held
        or c.adopted_seats + c.held_seats > c.total_seats or least(c.adopted_seats, c.held_seats) < 0`;
  const twice = await sql`select billing_id from payments where status = 'captured' group by 1 having count(*) > 1`;
  const admins = await sql<{ id: string }[]>`select id from admins`;
  const users = await sql<{ id: string; kind: string; email: string }[]>`select id, kind, email from users`;
  const unknown = users.filter(({ id, kind, email }) => (kind === 'guest' ? !guests.has(id) : !registered.has(email)));
  const health = await fetch(`${url}/api/health`).then(
    ({ status }) => status,
    () => 0,
  );
  const log = await readFile(join(root, 'test-results', `${name}.log`), 'utf8');
  const failures = log
    .split('\n')
    .filter((line) => /request_failed|uncaught|unhandled|"level":"error"|^\s+at /i.test(line));
  return [
    ...(unbalanced.length > 0 ? [`the seats of ${unbalanced.length} courses do not add up`] : []),
    ...(twice.length > 0 ? [`${twice.length} adoptions were paid for twice`] : []),
    ...(admins.length !== 1 || admins[0]!.id !== admin.id ? [`there are ${admins.length} administrators`] : []),
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
