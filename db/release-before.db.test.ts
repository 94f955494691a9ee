import { readFile } from 'node:fs/promises';
import postgres, { type Sql } from 'postgres';
import { expect, test } from 'vitest';
import { migrateAsOf } from '@/testing/db/migrate-as-of';
import { withNewDatabase } from '@/testing/db/new-database';
import { replay, type Recording } from '@/testing/releases/recording';
import { OUTCOME } from '@/testing/releases/work';
import { NUMBERS } from './client';
import { migrate } from './migrate';

const file = new URL('../testing/releases/release.json', import.meta.url);
const recording = JSON.parse(await readFile(file, 'utf8')) as Recording;

/** Sends what the release before sent to a database, after a change of it. @returns what its work left */
async function replayOn(url: string, change?: (sql: Sql) => Promise<unknown>): Promise<unknown> {
  const sql = postgres(url, { max: 1, types: NUMBERS, fetch_types: false, onnotice: () => undefined });
  try {
    await change?.(sql);
    await replay(sql, recording);
    const [outcome] = await sql.unsafe(OUTCOME);
    return { ...outcome };
  } finally {
    await sql.end();
  }
}

test('the release before adopts, verifies, pays and runs its jobs on the schema of this one', () =>
  withNewDatabase(async (_, url) => {
    await migrate(url);
    expect(await replayOn(url)).toEqual(recording.outcome);
  }));

test('control: the recording is of the schema that it names, and does all of its work', () =>
  withNewDatabase(async (_, url) => {
    await migrateAsOf(url, recording.migration);
    expect(await replayOn(url)).toEqual(recording.outcome);
    expect(recording.outcome).toMatchObject({ adoptions: { completed: 2, expired: 1, lapsed: 1 }, offered: 1 });
  }));

test.each([
  {
    name: 'a key that the roll-up names is dropped',
    change: (sql: Sql) =>
      sql`alter table adoption_monthly_totals drop constraint adoption_monthly_totals_month_course_type_session_pk`,
    error: /no unique or exclusion constraint matching the ON CONFLICT.*adoption_monthly_totals/s,
  },
  {
    name: 'a column without default may not be empty',
    change: (sql: Sql) => sql`alter table billings add column branch_office text not null`,
    error: /null value in column "branch_office".*insert into .*billings/s,
  },
  {
    name: 'a column is renamed',
    change: (sql: Sql) => sql`alter table outbound_messages rename column attempts to tries`,
    error: /column "?[\w.]*attempts"? .*outbound_messages/s,
  },
  {
    name: 'what it stores is forbidden',
    change: (sql: Sql) => sql`alter table billings add check (state <> 'completed')`,
    error: /violates check constraint.*billings/s,
  },
])('control: fails where $name', ({ change, error }) =>
  withNewDatabase(async (_, url) => {
    await migrate(url);
    await expect(replayOn(url, change)).rejects.toThrow(error);
  }),
);
