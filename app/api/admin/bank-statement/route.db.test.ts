import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { POST } from './route';
import { sql } from '@/db/client';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema } from '@/lib/admin/adoptions/schema';
import { proposalsSchema, type Proposals } from '@/lib/admin/receipts/schema';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { root } from '@/scripts/lib/programs';
import { databaseState } from '@/testing/db/state';

useTestDatabase();
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});

async function send(file: string | Uint8Array<ArrayBuffer>, name = 'statement.csv', columns?: string) {
  const { headers } = asAdmin(admin);
  const query = new URLSearchParams({ name, ...(columns !== undefined && { columns }) });
  const url = `http://localhost/api/admin/bank-statement?${query}`;
  const response = await POST(new Request(url, { method: 'POST', headers, body: file }));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
async function propose(...rows: string[]): Promise<Proposals> {
  const { status, body } = await send(['Date,Narration,Credit,UTR', ...rows].join('\r\n'));
  expect(status, JSON.stringify(body)).toBe(200);
  return proposalsSchema.parse(body);
}
const proposedOf = ({ lines }: Proposals) =>
  lines.map(({ state, adoptions, by }) => [
    state === 'new' ? by : state,
    adoptions.map(({ reference }) => reference).join(' ') || null,
  ]);

let made = 0;
/** An adoption of one seat at this price, with a reference as adoptions have. */
async function adopt(rupees: number, state: 'pledged' | 'lapsed' | 'draft' = 'pledged') {
  const { userId } = await makeSponsorAccount({ company_name: 'Narmada Motors' });
  const lines = [{ course: await makeCourse({ pricePaise: rupees * 100 }), seats: 1 }];
  const { id } = await insertAdoption(sql(), { userId, state, lines });
  const reference = `SA-7K2M-Q4XT-${String(++made).padStart(4, '0')}`;
  await sql()`update billings set reference = ${reference} where id = ${id}`;
  return { id, reference };
}
async function record({ reference }: { reference: string }, amount: number, bankReference: string) {
  const action = adoptionActionSchema.parse({
    ...{ action: 'record_receipt', version: 0, reason: 'On the statement', mode: 'RTGS', credited_on: '2026-04-01' },
    ...{ amount, bank_reference: bankReference, payer: 'Narmada Motors' },
  });
  expect(await actOnAdoption(admin.scope, reference, action)).toMatchObject({ ok: true });
}

describe('POST /api/admin/bank-statement', () => {
  test('proposes the adoption that a line names, whatever its amount, and writes nothing', async () => {
    const [one, lapsed, draft] = [await adopt(10_001), await adopt(10_002, 'lapsed'), await adopt(10_003, 'draft')];
    const before = await databaseState();
    const squeezed = one.reference.toLowerCase().replaceAll('-', '');
    const proposals = await propose(
      `01/04/2026,NEFT TATA ${one.reference},5000.50,HDFCN00000000001`,
      `01/04/2026,neft tata ${squeezed} thanks,10001,HDFCN00000000002`,
      `01/04/2026,${lapsed.reference},10002,HDFCN00000000003`,
      `01/04/2026,${draft.reference},10003,HDFCN00000000004`,
      `01/04/2026,${one.reference} ${lapsed.reference},10003,HDFCN00000000005`,
    );
    expect(proposedOf(proposals)).toEqual([
      ['reference', one.reference],
      ['reference', one.reference],
      ['reference', lapsed.reference],
      [null, null],
      ['reference', `${one.reference} ${lapsed.reference}`],
    ]);
    expect(proposals.lines[0]).toEqual({
      ...{ line: 2, date: '2026-04-01', amountPaise: 5000_50, bankReference: 'HDFCN00000000001', mode: 'NEFT' },
      ...{ text: `NEFT TATA ${one.reference}`, payer: 'TATA', payerBank: 'HDFC', state: 'new', by: 'reference' },
      ...{ account: null, counterLine: null },
      adoptions: [
        {
          ...{ reference: one.reference, company: 'Narmada Motors', version: 0 },
          ...{ outstandingPaise: 10_001_00, waitingPaise: 0 },
        },
      ],
    });
    expect(await databaseState()).toEqual(before);
  });

  test('proposes the only pledge that misses exactly this amount, if only one line can mean it', async () => {
    const [only, named] = [await adopt(20_001), await adopt(20_004)];
    await Promise.all([adopt(20_002), adopt(20_002), adopt(20_003), adopt(20_005, 'lapsed')]);
    const short = await adopt(30_000);
    await sql()`update billings set received_paise = 1000000 where id = ${short.id}`;
    expect(
      proposedOf(
        await propose(
          '01/04/2026,TATA,20001,HDFCN00000000011',
          '01/04/2026,two pledges miss it,20002,HDFCN00000000012',
          '01/04/2026,one of two lines,20003,HDFCN00000000013',
          '01/04/2026,one of two lines,20003,HDFCN00000000014',
          '01/04/2026,what is missing,20000,HDFCN00000000015',
          '01/04/2026,lapsed,20005,HDFCN00000000016',
          `01/04/2026,${named.reference},1,HDFCN00000000017`,
          '01/04/2026,named by another line,20004,HDFCN00000000018',
        ),
      ),
    ).toEqual([
      ['amount', only.reference],
      [null, null],
      [null, null],
      [null, null],
      ['amount', short.reference],
      [null, null],
      ['reference', named.reference],
      [null, null],
    ]);
  });

  test('marks what is recorded already, and does not propose an adoption whose money waits for its confirmation', async () => {
    const adoption = await adopt(40_001);
    await record(adoption, 40_001, 'KNOWN00000000001');
    expect(
      proposedOf(
        await propose(
          `01/04/2026,${adoption.reference},40001,known00000000001`,
          '01/04/2026,the same amount once more,40001,HDFCN00000000021',
        ),
      ),
    ).toEqual([
      ['recorded', adoption.reference],
      [null, null],
    ]);
    await sql()`update bank_receipts set state = 'rejected' where reference = 'KNOWN00000000001'`;
    expect(proposedOf(await propose(`01/04/2026,TATA,40001,known00000000001`))).toEqual([
      ['amount', adoption.reference],
    ]);
  });

  const BALANCED = [
    'Account No. XXXX5511,,,,',
    'Day,Narration,Credit,Debit,Balance',
    '01/04/2026,Opening balance,,,100',
    '02/04/2026,NEFT TATA HDFCN52026040200,50,,150',
    '03/04/2026,rent,,30,115',
  ].join('\n');

  test('a choice is remembered for the account and the titles, once it has found lines', async () => {
    const file = BALANCED.replace('5511', '6622');
    const read = async (text: string, columns?: string) => {
      const { layout, remembered, lines } = proposalsSchema.parse((await send(text, 'a.csv', columns)).body);
      return [layout.columns.date, remembered, lines.length];
    };
    expect(await read(file, 'date:4')).toEqual([4, false, 0]);
    expect(await read(file)).toEqual([null, false, 0]);
    expect(await read(file, 'date:0')).toEqual([0, false, 1]);
    expect(await read(file)).toEqual([0, true, 1]);
    expect(await read(`${file}\n04/04/2026,NEFT,20,,135,,`)).toEqual([0, true, 2]);
    expect(await read(file.replace('6622', '7733'))).toEqual([null, false, 0]);
    expect(await read(file.replace('Narration', 'Details'))).toEqual([null, false, 0]);
    await read(file, 'date:0,credit:3,debit:2');
    await sql()`update statement_layouts set used_at = '2026-01-01'`;
    const again = proposalsSchema.parse((await send(file)).body);
    expect(again.layout.columns).toMatchObject({ date: 0, credit: 3, debit: 2 });
    expect(await sql()`select from statement_layouts where account = '6622' and used_at > '2026-01-01'`).toHaveLength(
      1,
    );
  });

  test.each(['', 'day:0', 'date:1000', 'date:-1', 'date', 'date:0,', 'date:0;credit:1'])(
    'refuses the columns %j',
    async (columns) => {
      expect((await send(BALANCED, 'a.csv', columns)).status).toBe(400);
    },
  );

  test('bad lines have their reasons; the others are proposed', async () => {
    const { lines, bad, skipped } = await propose(
      '31/02/2026,a,10,REF1',
      '01/04/2026,b,ten,REF2',
      '01/04/2999,c,10,REF3',
      '01/04/2026,d,10,REF4',
      '01/04/2026,e,10,REF4',
      '01/04/2026,f,,REF5',
    );
    // Lines with the same reference are both shown.
    expect(lines.map(({ line }) => line)).toEqual([5, 6]);
    expect(skipped).toBe(1);
    expect(bad).toEqual([
      { line: 2, problems: ['The date "31/02/2026" is not a date such as 01/04/2026'] },
      { line: 3, problems: ['The amount "ten" is not an amount in rupees'] },
      { line: 4, problems: ['The date 01/04/2999 is still to come'] },
    ]);
  });

  test.each([
    ['tally-bank-book.csv', 'This is a bank book of accounting software'],
    ['password-protected.xlsx', 'password'],
    ['camt-entities.xml', 'cannot be read'],
  ])('refuses %s and says why', async (file, reason) => {
    const { status, body } = await send(
      new Uint8Array(await readFile(join(root, 'testing/bank-statements', file))),
      file,
    );
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(reason);
  });

  test.each([
    ['mt940-statement.sta', 'MT940'],
    ['camt053.xml', 'camt'],
  ])('%s names an adoption, and a returned payment proposes none', async (file, format) => {
    const adoption = await adopt(50_001);
    const text = await readFile(join(root, 'testing/bank-statements', file), 'utf8');
    const { body } = await send(text.replace('SA-1A1A-2B2B-3C3C', adoption.reference), file);
    const proposals = proposalsSchema.parse(body);
    expect(proposals.layout.format).toBe(format);
    expect(proposedOf(proposals)[0]).toEqual(['reference', adoption.reference]);
    const returned = await propose(
      `01/04/2026,NEFT RETURN-N091260195491234-${adoption.reference}-ACCOUNT CLOSED,50001,`,
    );
    expect(proposedOf(returned)).toEqual([['returned', adoption.reference]]);
  });
});
