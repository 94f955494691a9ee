import { afterAll, vi } from 'vitest';
import { connect } from '@/db/client';

/**
 * Starts instances of the program in one test: each has its own modules, caches and connection pool, so they can only
 * share state in the database. Call it once, at the top of a *.db.test.ts and after useTestDatabase.
 * @returns a function that starts an instance and returns what `load` imports
 */
export function useInstances(): <T>(load: () => Promise<T>) => Promise<T> {
  const pools: ReturnType<typeof connect>[] = [];
  afterAll(() => Promise.all(pools.map((pool) => pool.sql.end({ timeout: 5 }))));
  return async (load) => {
    const own = connect(process.env.DATABASE_URL!, { max: 10 });
    pools.push(own);
    vi.resetModules();
    vi.doMock('@/db/client', async (original) => ({
      ...(await original<object>()),
      sql: () => own.sql,
      db: () => own.db,
    }));
    const loaded = await load();
    vi.doUnmock('@/db/client');
    return loaded;
  };
}
