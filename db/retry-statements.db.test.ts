import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '@/testing/db/database';
import { connect, sql } from './client';

const { url } = useTestDatabase();
let admin: Sql;
beforeAll(() => {
  admin = postgres(url, { max: 1, onnotice: () => undefined });
});
afterAll(() => admin.end());

/** Ends the only connection of a pool while it runs a statement. @returns the code that the statement fails with */
async function endConnection(pool: Sql): Promise<unknown> {
  const [backend] = await pool`select pg_backend_pid() as pid`;
  const running = pool`select nextval('sent'), pg_sleep(60)`.catch((error: { code: unknown }) => error.code);
  const isRunning = async () =>
    (await admin`select from pg_stat_activity where pid = ${backend!.pid} and query like '%pg_sleep(60)%'`).count > 0;
  while (!(await isRunning()));
  await admin`select pg_terminate_backend(${backend!.pid})`;
  return running;
}

describe('the statement after one whose connection the server ended', () => {
  beforeAll(() => admin`create sequence sent`);
  test('is executed', async () => {
    const { sql: pool } = connect(url, { max: 1 });
    expect(await endConnection(pool)).toBe('CONNECTION_CLOSED');
    expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
    // The one that ran is not.
    expect(await pool`select last_value::int as sent from sent`).toEqual([{ sent: 1 }]);
    await pool.end();
  });

  test('is executed, too, if it begins a transaction', async () => {
    const { sql: pool } = connect(url, { max: 1 });
    expect(await endConnection(pool)).toBe('CONNECTION_CLOSED');
    expect(await pool.begin((transaction) => transaction`select 1 as one`)).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('control: the driver alone rejects it with the error of the connection before', async () => {
    const pool = postgres(url, { max: 1 });
    expect(await endConnection(pool)).toBe('CONNECTION_CLOSED');
    await expect(pool`select 1 as one`).rejects.toMatchObject({ code: '57P01' });
    await pool.end();
  });
});

describe.each(['40001', '40P01'])('a statement that fails with %s', (code) => {
  beforeAll(async () => {
    await admin`create sequence if not exists tries`;
    await admin.unsafe(`
      create or replace function fail_until(lasts int) returns int language plpgsql as $$
      begin
        if nextval('tries') <= lasts then raise exception using errcode = '${code}'; end if;
        return currval('tries');
      end $$`);
  });
  beforeEach(() => admin`select setval('tries', 1, false)`);

  test('is executed again', async () => {
    expect(await sql()`select fail_until(2) as tries`).toEqual([{ tries: 3 }]);
  });

  test('fails after four attempts', async () => {
    await expect(sql()`select fail_until(9)`).rejects.toMatchObject({ code });
    expect(await admin`select last_value::int as tries from tries`).toEqual([{ tries: 4 }]);
  });

  test('in a transaction fails at once: the statements before it are rolled back, too', async () => {
    await expect(sql().begin((transaction) => transaction`select fail_until(1)`)).rejects.toMatchObject({ code });
    expect(await admin`select last_value::int as tries from tries`).toEqual([{ tries: 1 }]);
  });
});

test('a transaction that its work ends fails with the error of the work, and is rolled back', async () => {
  const failed = sql().begin(async (transaction) => {
    await transaction`create table never (id int)`;
    throw new Error('its own');
  });
  await expect(failed).rejects.toThrow('its own');
  expect(await sql()`select to_regclass('never') as found`).toEqual([{ found: null }]);
});
