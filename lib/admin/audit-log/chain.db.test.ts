import { beforeEach, describe, expect, test } from 'vitest';
import { connect, sql } from '@/db/client';
import { emptyAuditLog, tamper } from '@/testing/db/audit';
import { useTestDatabase } from '@/testing/db/database';
import { chainHas, verifyChain } from './queries';

const { url } = useTestDatabase();
beforeEach(emptyAuditLog);

const write = (entries: number, connection = sql()) =>
  connection`
    insert into audit_log (actor, action, subject, after)
    select 'asha', 'course.changed', n::text, jsonb_build_object('total_seats', n) from generate_series(1, ${entries}::int) n`;

/** 40 writers on two pools, each with one statement of one to three entries. */
async function fortyWriters(): Promise<void> {
  const pools = [connect(url, { max: 20 }), connect(url, { max: 20 })];
  await Promise.all(Array.from({ length: 40 }, (_, n) => write(1 + (n % 3), pools[n % 2]!.sql)));
  await Promise.all(pools.map((pool) => pool.sql.end()));
}

describe('the hash chain of the audit log', () => {
  test('security 80: holds after 40 writers at once, and does not depend on the time zone of who checks it', async () => {
    await fortyWriters();
    const state = await verifyChain();
    expect(state).toEqual({ entries: 79, last: expect.stringMatching(/^[0-9a-f]{64}$/), broken: null });
    const elsewhere = connect(url, { max: 1 });
    await elsewhere.sql`set time zone 'Asia/Kolkata'`;
    expect(await verifyChain(elsewhere.db)).toEqual(state);
    await elsewhere.sql.end();
  });

  test('security 80: control: without the lock writers at once collide or break the chain', async () => {
    const [{ body }] = await sql()<[{ body: string }]>`
      select pg_get_functiondef('chain_added_audit_entries'::regproc) as body`;
    await sql().unsafe(body.replace(/PERFORM pg_advisory_xact_lock\(\d+\);/, 'PERFORM pg_sleep(0.02);'));
    try {
      const failed = await fortyWriters().catch((error: { code: string }) => error.code);
      expect(failed ?? (await verifyChain()).broken).not.toBeNull();
    } finally {
      await sql().unsafe(body);
    }
  });

  test.each([
    ['a changed entry', `update audit_log set actor = 'nobody' where id = 3`, 3],
    ['a changed value', `update audit_log set after = '{"total_seats": 1}' where id = 4`, 4],
    ['a removed entry', 'delete from audit_log where id = 2', 2],
    [
      'an entry that was removed with its hash',
      'delete from audit_chain where entry_id = 2; delete from audit_log where id = 2',
      3,
    ],
    [
      'an added entry',
      `alter table audit_log disable trigger audit_log_is_chained;
       insert into audit_log (actor, action) values ('asha', 'admin.logged_in');
       alter table audit_log enable trigger audit_log_is_chained`,
      6,
    ],
    ['a changed hash', `update audit_chain set hash = repeat('0', 64) where entry_id = 5`, 5],
  ])('security 80: %s is found', async (_, statement, broken) => {
    await write(5);
    expect((await verifyChain()).broken).toBeNull();
    await tamper(statement);
    expect((await verifyChain()).broken).toBe(broken);
  });

  test('security 80: entries cut off at the end are found by a hash that was noted before', async () => {
    await write(5);
    const { last } = await verifyChain();
    expect(await chainHas(last!)).toBe(true);
    await tamper('delete from audit_chain where position = 5; delete from audit_log where id = 5');
    expect((await verifyChain()).broken).toBeNull();
    expect(await chainHas(last!)).toBe(false);
  });

  test('security 80: the chain cannot be changed', async () => {
    await write(1);
    for (const statement of ['update audit_chain set hash = hash', 'delete from audit_chain', 'truncate audit_chain'])
      await expect(sql().unsafe(statement)).rejects.toThrow('neither changed nor deleted');
  });
});
