import { sql as part } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { GET as readSheet } from '@/app/api/user/statements/[year]/spreadsheet/route';
import { GET as readStatement } from '@/app/api/user/statements/[year]/route';
import { db, sql } from '@/db/client';
import { THIS_YEAR } from '@/db/days';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { pdfPages } from '@/testing/db/pdf';
import { GET } from './[paperId]/route';
import { POST } from './route';

useTestDatabase();

let sponsor: SponsorAccount;
beforeAll(async () => {
  sponsor = await makeSponsorAccount({ company_name: 'Narmada Motors' });
});

const adopt = async (state: 'pledged' | 'completed', { userId } = sponsor) =>
  insertAdoption(sql(), {
    userId,
    state,
    lines: [{ course: await makeCourse(), seats: 2 }],
    payments: state === 'completed' ? [{ status: 'captured' }] : [],
  });

type Answer = { id: string; serial: string; code?: string };
const issue = async (billingId: string, body: unknown, account = sponsor) => {
  const answer = await POST(asSponsor(account, { method: 'POST', body }), { params: Promise.resolve({ billingId }) });
  return { status: answer.status, body: (await answer.json()) as Answer };
};
const read = (billingId: string, paperId: string, account = sponsor) =>
  GET(asSponsor(account), { params: Promise.resolve({ billingId, paperId }) });
const textOf = async (response: Response) => {
  expect(response.status).toBe(200);
  return (await pdfPages(new Uint8Array(await response.arrayBuffer()))).join(' ');
};

test('a sponsor issues a proforma with company details, and downloads it', async () => {
  const { id } = await adopt('pledged');
  const details = { legal_name: 'Narmada Motors Private Limited', pan: 'aaacn1234p', purchase_order: 'PO-9' };
  const { status, body } = await issue(id, { kind: 'proforma', details });
  expect(status).toBe(200);
  const [billing] = await sql()`
    select b.version, b.order_number, c.legal_name, c.pan from billings b join companies c on c.owner_id = b.user_id where b.id = ${id}`;
  const { purchase_order: order_number, ...company } = details;
  expect(billing).toEqual({ version: 1, order_number, ...company, pan: 'AAACN1234P' });
  const response = await read(id, body.id);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="${body.serial.replaceAll('/', '-')}.pdf"`,
  );
  const text = await textOf(response);
  for (const printed of [body.serial, 'Narmada Motors Private Limited', 'AAACN1234P', 'PO-9', 'Proforma invoice'])
    expect(text).toContain(printed);

  // The same details change nothing; without details the stored ones stay.
  for (const again of [{ kind: 'proforma', details }, { kind: 'proforma' }])
    expect((await issue(id, again)).body.serial).toBe(body.serial);
  expect((await sql()`select version from billings where id = ${id}`)[0]).toEqual({ version: 1 });
});

test('refuses a wrong PAN, other kinds, paid adoptions and those of others', async () => {
  const [pledge, paid] = [await adopt('pledged'), await adopt('completed')];
  const other = await makeSponsorAccount();
  const foreign = await adopt('pledged', other);
  const wrong = await issue(pledge.id, { kind: 'proforma', details: { pan: 'AAAC1234PN' } });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'paper.pan_invalid']);
  expect((await issue(pledge.id, { kind: 'receipt' })).status).toBe(400);
  for (const id of [paid.id, foreign.id, 'x'])
    for (const details of [undefined, { pan: 'AAACN1234P' }]) {
      const { status, body } = await issue(id, { kind: 'proforma', details });
      expect([status, body.code]).toEqual([404, 'document.not_found']);
    }
  expect(await sql()`select from companies where owner_id = ${other.userId}`).toHaveLength(0);
  const { body } = await issue(foreign.id, { kind: 'proforma' }, other);
  // Another sponsor's paper, also below an adoption of one's own.
  for (const billingId of [foreign.id, pledge.id]) expect((await read(billingId, body.id)).status).toBe(404);
});

test('the annual statement is the same paper as PDF and as spreadsheet', async () => {
  const own = await makeSponsorAccount({ company_name: 'Tapti Steels' });
  await adopt('completed', own);
  const [row] = await db().execute<{ year: string }>(part`select ${THIS_YEAR} as year`);
  const params = Promise.resolve({ year: row!.year });
  const text = await textOf(await readStatement(asSponsor(own), { params }));
  expect(text).toContain('Annual statement');
  expect(text).toContain('Tapti Steels');
  const sheet = await readSheet(asSponsor(own), { params });
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, XLSX_TYPE]);
  expect(
    Buffer.from(await sheet.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect(await sql()`select from papers where user_id = ${own.userId}`).toHaveLength(1);
  for (const year of ['2001-02', '2026-28', '26-27'])
    expect((await readStatement(asSponsor(own), { params: Promise.resolve({ year }) })).status).toBe(404);
});
