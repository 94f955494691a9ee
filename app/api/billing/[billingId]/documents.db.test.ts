import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { SPONSOR_FIELDS } from '@/lib/adoption/core/schema';
import { confirmReference } from '@/lib/documents/queries';
import { insertAdoption, type GivenAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { pdfPages } from '@/testing/db/pdf';
import { GET as getReceipt } from './receipt/route';
import { GET as getSummary } from './summary/route';

useTestDatabase();

const ROUTES = { summary: getSummary, receipt: getReceipt };
type DocumentKind = keyof typeof ROUTES;
const KINDS: DocumentKind[] = ['summary', 'receipt'];

let course: CourseRow;
let sponsor: SponsorAccount;
beforeAll(async () => {
  course = await makeCourse({ branch: 'Civil Engineering', totalSeats: 10_000, pricePaise: 1_25_000_50 });
  sponsor = await makeSponsorAccount({ full_name: 'Radhika Deshmukh', company_name: 'Narmada Motors' });
});

const adopt = (adoption: Partial<GivenAdoption> = {}) =>
  insertAdoption(sql(), {
    userId: sponsor.userId,
    state: 'completed',
    payments: [{ status: 'captured' }],
    lines: [{ course, seats: 12, institute: 'शासकीय संस्थान' }],
    ...adoption,
  });

let addresses = 0;
const newAddress = () => ({ 'x-forwarded-for': `10.9.0.${(addresses += 1)}` });

const ask = (
  kind: DocumentKind,
  billingId: string,
  account: Pick<SponsorAccount, 'token'> = sponsor,
  headers = newAddress(),
) => ROUTES[kind](asSponsor(account, { headers }), { params: Promise.resolve({ billingId }) });

async function textOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await pdfPages(new Uint8Array(await response.arrayBuffer()))).join(' ');
}

describe('the documents of an adoption', () => {
  test('the summary is a PDF under a constant name with the UTC date, and is not cached (A-72)', async () => {
    const { id } = await adopt();
    const before = new Date().toISOString().slice(0, 10);
    const response = await ask('summary', id);
    const after = new Date().toISOString().slice(0, 10);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect([before, after].map((date) => `attachment; filename="adoption_summary_${date}.pdf"`)).toContain(
      response.headers.get('content-disposition'),
    );
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('an online payment has one receipt: the numbered paper, issued at the first download', async () => {
    const { id } = await adopt();
    const papers = () => sql()<{ serial: string }[]>`select serial from papers where billing_id = ${id}`;
    const names = [];
    for (const _ of [1, 2]) names.push((await ask('receipt', id)).headers.get('content-disposition'));
    const issued = await papers();
    expect(issued).toHaveLength(1);
    const name = `attachment; filename="${issued[0]!.serial.replaceAll('/', '-')}.pdf"`;
    expect(names).toEqual([name, name]);
    expect(await textOf(await ask('receipt', id))).toContain(issued[0]!.serial);
  });

  test.each(SPONSOR_FIELDS)('are made for an adoption recorded before the form had the field %s', async (field) => {
    const { id, reference } = await adopt();
    await sql()`update billings set sponsor = sponsor - ${field}::text, verified_channel = 'email' where id = ${id}`;
    for (const kind of KINDS) expect(await textOf(await ask(kind, id))).toContain(reference);
    expect(await confirmReference(reference)).toMatchObject({ reference });
  });
});

describe('access to the documents', () => {
  test('the same 404 for another sponsor’s id, an unknown one, a malformed one and one without that document', async () => {
    const other = await makeSponsorAccount();
    const foreign = await adopt({ userId: other.userId });
    const refused = { status: 404, body: { code: 'document.not_found', message: 'There is no such document' } };
    const unadopted = await Promise.all(
      (['held', 'expired', 'refund_due', 'draft'] as const).map((state) => adopt({ state, payments: [] })),
    );
    for (const kind of KINDS) {
      for (const id of [
        foreign.id,
        randomUUID(),
        'x',
        "'; drop table billings",
        '%00',
        ...unadopted.map(({ id }) => id),
      ]) {
        const answer = await ask(kind, id);
        expect({ status: answer.status, body: await answer.json() }, `${kind} ${id}`).toEqual(refused);
      }
      expect((await ask(kind, foreign.id, other)).status).toBe(200);
    }
    const pledged = await adopt({ state: 'pledged', payments: [] });
    expect((await ask('receipt', pledged.id)).status).toBe(404);
  });
});
