import { expect, test } from 'vitest';
import { findProblems } from '@/scripts/lib/backup';
import { migrateAsOf } from '@/testing/db/migrate-as-of';
import { withNewDatabase } from '@/testing/db/new-database';
import { migrate } from './migrate';

/** The receipts of before: mode, reference, amount, state. */
const RECEIPTS = [
  ['NEFT', 'SBIN426325999001', 100, 'recorded'],
  ['RTGS', 'SBIN426325999001', 200, 'recorded'],
  ['RTGS', 'SBIN4-26325999001', 300, 'rejected'],
  ['IMPS', '0000630712345678', 400, 'recorded'],
  ['cheque', '000451', 500, 'recorded'],
] as const;

test('migration 0031 makes every receipt a credit of one part, and keeps those whose references are the same now', () =>
  withNewDatabase(async (sql, url) => {
    await migrateAsOf(url, '0030_generic_plans');
    const insert = ([mode, reference, paise, state]: readonly [string, string, number, string]) => sql`
      insert into bank_receipts (mode, credited_on, amount_paise, reference, payer, payer_bank, state, recorded_by)
      values (${mode}, '2026-04-01', ${paise}, ${reference}, 'Narmada Motors', 'HDFC Bank', ${state}, gen_random_uuid())`;
    for (const receipt of RECEIPTS) await insert(receipt);
    await migrate(url);
    const credits = () => sql`
      select c.key, c.amount_paise::float8 as paise, c.parts_paise::float8 as parts, r.mode
        from bank_receipts r join bank_credits c on c.id = r.credit_id order by r.amount_paise`;
    expect(await credits()).toEqual([
      { key: 'SBIN426325999001', paise: 100, parts: 100, mode: 'NEFT' },
      { key: 'SBIN426325999001 #2', paise: 200, parts: 200, mode: 'RTGS' },
      { key: 'SBIN426325999001', paise: 300, parts: 0, mode: 'RTGS' },
      { key: '630712345678', paise: 400, parts: 400, mode: 'IMPS' },
      { key: '451 hdfc 2026-04-01', paise: 500, parts: 500, mode: 'cheque' },
    ]);
    // An instance of the release before works on until it is replaced, and cannot record a transfer twice either.
    await insert(['UPI', '630712345699', 600, 'recorded']);
    await sql`update bank_receipts set state = 'rejected' where reference = '630712345699'`;
    await insert(['IMPS', '630712345699', 700, 'recorded']);
    await expect(insert(['UPI', '630712345699', 800, 'recorded'])).rejects.toThrow('bank_credits_key');
    expect((await credits()).slice(5)).toMatchObject([
      { paise: 600, parts: 0 },
      { paise: 700, parts: 700 },
    ]);
    expect(await findProblems(sql)).toEqual([]);
  }));
