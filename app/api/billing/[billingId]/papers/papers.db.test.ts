import { beforeAll, expect, test } from 'vitest';
import { GET as readAsAdmin } from '@/app/api/admin/papers/[paperId]/route';
import { POST as issueAsAdmin } from '@/app/api/admin/billings/[reference]/papers/route';
import { GET as readSheet } from '@/app/api/user/statements/[year]/spreadsheet/route';
import { GET as readStatement } from '@/app/api/user/statements/[year]/route';
import { sql } from '@/db/client';
import { PAPER_DETAILS } from '@/lib/core/limits';
import { savePaperDetails } from '@/lib/paper/mutations';
import { financialYearOf } from '@/lib/paper/statements';
import { XLSX_TYPE } from '@/lib/spreadsheet/schema';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { pdfPages } from '@/testing/db/pdf';
import { GET } from './[paperId]/route';
import { POST } from './route';

useTestDatabase();

let sponsor: SponsorAccount;
let admin: AdminAccount;
beforeAll(async () => {
  [sponsor, admin] = [await makeSponsorAccount({ company_name: 'Narmada Motors' }), await makeAdmin()];
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
  const [billing] = await sql()`select version, paper_details from billings where id = ${id}`;
  expect(billing).toEqual({ version: 1, paper_details: { ...details, pan: 'AAACN1234P' } });
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
  expect((await sql()`select paper_details from billings where id = ${foreign.id}`)[0]).toEqual({
    paper_details: null,
  });
  const { body } = await issue(foreign.id, { kind: 'proforma' }, other);
  // Another sponsor's paper, also below an adoption of one's own.
  for (const billingId of [foreign.id, pledge.id]) expect((await read(billingId, body.id)).status).toBe(404);
});

test('a refused change of the details is answered 429 and says how long to wait', async () => {
  const { id } = await adopt('pledged');
  // Not as requests: those are counted by address, too.
  for (let at = 1; at <= PAPER_DETAILS.points; at++)
    await savePaperDetails(sponsor.scope, id, { purchase_order: `PO-${at}` });
  const body = { kind: 'proforma', details: { purchase_order: 'PO-11' } };
  const refused = await POST(asSponsor(sponsor, { body, headers: { 'Accept-Language': 'hi' } }), {
    params: Promise.resolve({ billingId: id }),
  });
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(24 * 60 * 60, -2)]);
  expect(await refused.json()).toMatchObject({ code: 'paper.too_many', message: expect.stringContaining('10 बार') });
  expect((await issue(id, { kind: 'proforma', details: { purchase_order: 'PO-10' } })).status).toBe(200);
});

test('an administrator issues a receipt of the sandbox and reads it in Hindi', async () => {
  const { id, reference } = await adopt('completed');
  const [payment] = await sql()<{ id: string }[]>`select id from payments where billing_id = ${id}`;
  const ask = async (body: unknown, of = reference) =>
    issueAsAdmin(asAdmin(admin, { body }), { params: Promise.resolve({ reference: of }) });
  expect((await ask({ kind: 'receipt' })).status).toBe(400);
  expect((await ask({ kind: 'proforma' })).status).toBe(404);
  expect((await ask({ kind: 'proforma' }, 'SA-NONE')).status).toBe(404);
  const answer = await ask({ kind: 'receipt', source: payment!.id });
  const { id: paperId, serial } = (await answer.json()) as Answer;
  const request = asAdmin(admin, { url: `http://localhost/api/admin/papers/${paperId}?locale=hi` });
  const text = await textOf(await readAsAdmin(request, { params: Promise.resolve({ paperId }) }));
  for (const printed of [serial, 'भुगतान रसीद', 'TEST', 'Narmada Motors']) expect(text).toContain(printed);
});

test('the annual statement is the same paper as PDF and as spreadsheet', async () => {
  const own = await makeSponsorAccount({ company_name: 'Tapti Steels' });
  await adopt('completed', own);
  const [row] = await sql().unsafe<{ year: string }[]>(`select ${financialYearOf('now()')} as year`);
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
