import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { expect, test } from 'vitest';
import { migrateAsOf } from '@/testing/db/migrate-as-of';
import { withNewDatabase } from '@/testing/db/new-database';
import { NUMBERS } from './client';
import { migrate } from './migrate';

/** The columns and values of an insert; the types of the library know no object with values of any kind. */
const values = (sql: Sql, columns: Record<string, unknown>) => sql(columns as Record<string, string>);

async function makePerson(sql: Sql, kind: 'guest' | 'registered', details: object | null = null): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into users ${values(sql, {
      kind,
      full_name: 'Radhika Deshmukh',
      designation: 'Head',
      email: `${randomUUID()}@narmada.example`,
      phone_number: '9893012345',
      company_name: 'Narmada Motors',
      password_hash: kind === 'registered' ? 'none' : null,
      billing_details: details && sql.json(details as never),
    })} returning id`;
  return row.id;
}

async function adopt(sql: Sql, userId: string, details: object | null, verifiedAt = '2026-05-01'): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into billings ${values(sql, {
      reference: randomUUID(),
      user_id: userId,
      channel: 'public',
      state: 'pledged',
      verified_at: verifiedAt,
      sponsor: sql.json({ company: 'Narmada Motors' }),
      total_paise: 100,
      paper_details: details && sql.json(details as never),
    })} returning id`;
  return row.id;
}

const given = { legal_name: 'Narmada Motors Limited', address: 'Indore', pan: 'AAACN1234P', gstin: '23AAACN1234P1Z5' };

/** What an adoption has of its record and order number. */
async function stateOf(sql: Sql, billingId: string) {
  const [row] = await sql`
    select c.legal_name, c.pan, b.order_number from billings b left join companies c on c.id = b.company_id where b.id = ${billingId}`;
  return { ...row };
}
async function recordOf(sql: Sql, userId: string) {
  const [row] = await sql`select legal_name, address, pan, gstin from companies where owner_id = ${userId}`;
  return row && { ...row };
}

/** Runs work on a database of the release before, and again after its migration to the newest schema. */
const withMigrated = (before: (sql: Sql) => Promise<void>, after: (sql: Sql) => Promise<void>) =>
  withNewDatabase(async (_, url) => {
    await migrateAsOf(url, '0063_funds');
    for (const [step, work] of [before, after].entries()) {
      if (step === 1) await migrate(url);
      const sql = postgres(url, { max: 1, types: NUMBERS, onnotice: () => undefined });
      await work(sql).finally(() => sql.end());
    }
  });

test('the details of an account become its one record, those of a guest the record of the adoption', async () => {
  const ids: Record<string, string> = {};
  await withMigrated(
    async (sql) => {
      ids.account = await makePerson(sql, 'registered', given);
      ids.other = await adopt(sql, ids.account, { legal_name: 'A former name', purchase_order: ' PO-7 ' });
      ids.newest = await makePerson(sql, 'registered');
      await adopt(sql, ids.newest, { legal_name: 'Former' }, '2026-01-01');
      await adopt(sql, ids.newest, { legal_name: 'Present', purchase_order: 'PO-8' }, '2026-02-01');
      ids.nothing = await makePerson(sql, 'registered', {});
      await adopt(sql, ids.nothing, { purchase_order: 'PO-9' });
      const guest = await makePerson(sql, 'guest');
      ids.first = await adopt(sql, guest, { ...given, purchase_order: 'PO-1' });
      ids.second = await adopt(sql, guest, { legal_name: 'Second', pan: '' });
      ids.ordered = await adopt(sql, guest, { purchase_order: 'PO-3' });
      ids.without = await adopt(sql, guest, null);
    },
    async (sql) => {
      expect(await recordOf(sql, ids.account!)).toEqual(given);
      expect(await stateOf(sql, ids.other!)).toEqual({ legal_name: null, pan: null, order_number: 'PO-7' });
      expect(await recordOf(sql, ids.newest!)).toMatchObject({ legal_name: 'Present', address: '' });
      expect(await recordOf(sql, ids.nothing!)).toBeUndefined();
      expect(await stateOf(sql, ids.first!)).toEqual({
        legal_name: given.legal_name,
        pan: given.pan,
        order_number: 'PO-1',
      });
      expect(await stateOf(sql, ids.second!)).toEqual({ legal_name: 'Second', pan: '', order_number: null });
      expect(await stateOf(sql, ids.ordered!)).toEqual({ legal_name: null, pan: null, order_number: 'PO-3' });
      expect(await stateOf(sql, ids.without!)).toEqual({ legal_name: null, pan: null, order_number: null });
      const [found] = await sql<[{ keys: number }]>`
        select count(*)::int as keys from billing_search_index where search_text like '%po-7%' or search_text like '%po-1%'`;
      expect(found.keys).toBe(2);
    },
  );
});

test('what the release before saves beside the new schema reaches the record', async () => {
  await withMigrated(
    () => Promise.resolve(),
    async (sql) => {
      const account = await makePerson(sql, 'registered');
      await sql`update users set billing_details = ${sql.json({ ...given, address: undefined })} where id = ${account}`;
      expect(await recordOf(sql, account)).toEqual({ ...given, address: '' });
      const own = await adopt(sql, account, null);
      await sql`update billings set paper_details = ${sql.json({ ...given, purchase_order: 'PO-4' })} where id = ${own}`;
      expect(await recordOf(sql, account)).toEqual(given);
      expect(await stateOf(sql, own)).toEqual({ legal_name: null, pan: null, order_number: 'PO-4' });

      const guests = await adopt(sql, await makePerson(sql, 'guest'), null);
      for (const name of ['First', 'Second'])
        await sql`update billings set paper_details = ${sql.json({ legal_name: name })} where id = ${guests}`;
      expect(await stateOf(sql, guests)).toEqual({ legal_name: 'Second', pan: '', order_number: null });
      // A guest never changes the record of an account.
      await sql`update billings set company_id = (select id from companies where owner_id = ${account}) where id = ${guests}`;
      await sql`update billings set paper_details = ${sql.json({ legal_name: 'Third' })} where id = ${guests}`;
      expect(await stateOf(sql, guests)).toMatchObject({ legal_name: 'Third' });
      expect(await recordOf(sql, account)).toEqual(given);
    },
  );
});
