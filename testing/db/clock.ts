import { beforeEach, vi } from 'vitest';
import { connect } from '@/db/client';

/**
 * Sets the time of the calling test file: `now()` of the statements on connections that are opened afterwards, and `Date`
 * of this process. Without it a test that counts days fails if midnight passes while it runs. May be called again; column
 * defaults keep the real time.
 */
export async function setTime(databaseUrl: string, time: string): Promise<void> {
  const moment = new Date(time);
  vi.useFakeTimers({ toFake: ['Date'], now: moment });
  const { sql } = connect(databaseUrl, { max: 1 });
  await sql.unsafe(`
    create schema if not exists test_clock;
    create or replace function test_clock.now() returns timestamptz stable language sql
      as $$ select '${moment.toISOString()}'::timestamptz $$;
    do $$ begin
      -- pg_catalog comes first unless it is named.
      execute format('alter database %I set search_path = test_clock, public, pg_catalog', current_database());
    end $$`);
  await sql.end();
}

/**
 * Gives each test of the calling file a `performance.now` that can be moved ahead.
 * @returns a function that moves it, in milliseconds
 */
export function useMonotonicClock(): (milliseconds: number) => void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  beforeEach(() => {
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    return () => clock.mockRestore();
  });
  return (milliseconds) => void (ahead += milliseconds);
}
