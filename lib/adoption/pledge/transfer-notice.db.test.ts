import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { POST as tell } from '@/app/api/billing/[billingId]/transfer-notice/route';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema } from '@/lib/admin/adoptions/schema';
import { listAttention } from '@/lib/admin/attention/queries';
import { findReceiptAdoptions } from '@/lib/admin/receipts/queries';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { purgeTransferNotices } from './transfer-notice';

useTestDatabase();
const UTR = 'SBINR52026112500012345';
let [admin, second]: AdminAccount[] = [];
beforeAll(async () => {
  [admin, second] = [await makeAdmin(), await makeAdmin()];
});

async function adopt(state: 'pledged' | 'completed' = 'pledged') {
  const account = await makeSponsorAccount();
  const course = await makeCourse({ pricePaise: 1_00_000_00 });
  const adoption = await insertAdoption(sql(), { userId: account.userId, state, lines: [{ course, seats: 1 }] });
  return { ...adoption, account };
}

async function say(account: SponsorAccount, billingId: string, body: object = {}) {
  const response = await tell(
    new Request('http://localhost/api', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
      body: JSON.stringify({ utr: UTR, paid_on: '2026-04-01', ...body }),
    }),
    { params: Promise.resolve({ billingId }) },
  );
  const { code, field } = (await response.json()) as { code?: string; field?: string };
  return [response.status, code, field].filter((part) => part !== undefined);
}

async function act(by: AdminAccount, reference: string, body: object) {
  const [row] = await sql()<{ version: number }[]>`select version from billings where reference = ${reference}`;
  const action = adoptionActionSchema.parse({ ...row, reason: 'On the statement', ...body });
  expect(await actOnAdoption(by.scope, reference, action)).toMatchObject({ ok: true });
}

const shown = async ({ id, account }: Awaited<ReturnType<typeof adopt>>) =>
  (await readAdoption(account.scope, id))!.toldTransfer;
const waiting = async (reference: string) =>
  (await listAttention(admin!.scope, { kind: 'transfer_told' }, { page: 1, size: 100 })).filter(
    (row) => row.reference === reference,
  );

test('a told transfer counts no money, is shown to both sides, corrected, and gone when the money is confirmed', async () => {
  const adoption = await adopt();
  const { id, reference, account } = adoption;
  expect(
    await say(account, id, { utr: ' sbinr 5202 6112 5000 12345', tds_withheld: '2000', payer: 'Tapti Steels' }),
  ).toEqual([200]);
  expect(await shown(adoption)).toMatchObject({
    utr: UTR,
    paidOn: '2026-04-01',
    tdsPaise: 2_000_00,
    payer: 'Tapti Steels',
  });
  expect(await waiting(reference)).toMatchObject([
    { amountPaise: 98_000_00, totalPaise: 2_000_00, about: '2026-04-01', note: `${UTR}, Tapti Steels` },
  ]);
  expect(await sql()`select state, received_paise, version from billings where id = ${id}`).toEqual([
    { state: 'pledged', received_paise: 0, version: 1 },
  ]);
  // The same again is no change; another reference is.
  expect(await say(account, id, { tds_withheld: 2000, payer: 'Tapti Steels' })).toEqual([200]);
  expect(await say(account, id, { utr: '630712345678' })).toEqual([200]);
  expect((await readAdoption(account.scope, id))!.timeline.map(({ event }) => event)).toEqual([
    'verified',
    'transfer_told',
    'transfer_told',
  ]);
  expect(await shown(adoption)).toMatchObject({ utr: '630712345678', tdsPaise: 0, payer: '' });

  const receipt = { mode: 'IMPS', credited_on: '2026-04-02', payer: 'Tapti', bank_reference: '0000630712345678' };
  await act(admin!, reference, { action: 'record_receipt', ...receipt, amount: 40_000 });
  // It is found, and waits for the second administrator as a receipt.
  expect([await waiting(reference), (await shown(adoption))?.utr]).toEqual([[], '630712345678']);
  const [entry] = await sql()<{ id: string }[]>`select id from bank_receipts where billing_id = ${id}`;
  await act(second!, reference, { action: 'confirm_receipt', id: entry!.id });
  expect(await shown(adoption)).toBeNull();
  // The rest comes by another transfer.
  expect(await say(account, id, { utr: '630712345679' })).toEqual([200]);
  expect(await waiting(reference)).toMatchObject([{ amountPaise: 60_000_00 }]);
});

test('of a part the amount is told, and shown to both sides', async () => {
  const adoption = await adopt();
  const { id, reference, account } = adoption;
  expect(await say(account, id, { amount: 49_000, tds_withheld: 1_000 })).toEqual([200]);
  expect(await shown(adoption)).toMatchObject({ amountPaise: 49_000_00, tdsPaise: 1_000_00 });
  expect(await waiting(reference)).toMatchObject([{ amountPaise: 49_000_00, totalPaise: 1_000_00 }]);
  // Another amount is news, the same is not.
  expect(await say(account, id, { amount: 49_000, tds_withheld: 1_000 })).toEqual([200]);
  expect(await say(account, id, { tds_withheld: 1_000 })).toEqual([200]);
  expect(await waiting(reference)).toMatchObject([{ amountPaise: 99_000_00 }]);
  const [{ version }] = (await sql()`select version from billings where id = ${id}`) as unknown as [
    { version: number },
  ];
  expect(version).toBe(2);
});

test.each(['SBIN/R-5202_611.2', 'AB12', '630799945678'])(
  'a reference that sponsors may tell is one that administrators may record, and the other way round: %s',
  async (utr) => {
    const { id, reference, account } = await adopt();
    expect(await say(account, id, { utr })).toEqual([200]);
    const receipt = { mode: 'NEFT', credited_on: '2026-04-02', payer: 'Tapti', bank_reference: utr, amount: 1 };
    await act(admin!, reference, { action: 'record_receipt', ...receipt });
    expect(await waiting(reference)).toEqual([]);
  },
);

test('what cannot be told: wrong values, of another sponsor, without money missing, by a viewer, too often', async () => {
  const { id, account } = await adopt();
  expect(await say(account, id, { utr: 'U-5' })).toEqual([400, 'adoption.reference_invalid', 'utr']);
  expect(await say(account, id, { amount: 0 })).toEqual([400, 'adoption.amount_invalid', 'amount']);
  expect(await say(account, id, { amount: 10_000, tds_withheld: 2_501 })).toEqual([
    400,
    'adoption.tds_range',
    'tds_withheld',
  ]);
  expect(await say(account, id, { paid_on: '2026-02-30' })).toEqual([400, 'adoption.date_invalid', 'paid_on']);
  expect(await say(account, id, { paid_on: '2999-01-01' })).toEqual([400, 'adoption.date_in_future', 'paid_on']);
  expect(await say(account, id, { tds_withheld: 'many' })).toEqual([400, 'own_adoption.tds_invalid', 'tds_withheld']);
  expect(await say(account, id, { tds_withheld: 20_001 })).toEqual([400, 'adoption.tds_range', 'tds_withheld']);
  expect(await say(await makeSponsorAccount(), id)).toEqual([404, 'own_adoption.not_found']);
  const paid = await adopt('completed');
  expect(await say(paid.account, paid.id)).toEqual([409, 'own_adoption.nothing_to_pay']);
  const viewer = await makeSponsorAccount({}, { of: account, role: 'view' });
  expect((await say(viewer, id))[0]).toBe(403);
  expect(await sql()`select from transfer_notices where billing_id = ${id}`).toEqual([]);
  for (let at = 0; at < 10; at++) expect(await say(account, id, { utr: `6307123456${10 + at}` })).toEqual([200]);
  expect(await say(account, id, { utr: '630712345699' })).toEqual([429, 'request.too_many']);
});

test('the reference finds the adoption while money is missing; the daily purge deletes what is over', async () => {
  const [open, ended] = [await adopt(), await adopt()];
  for (const { id, account } of [open, ended]) await say(account, id, { utr: 'AXISP00123456789' });
  const found = async () =>
    (await findReceiptAdoptions(admin!.scope, 'axisp 0012 3456 789', true)).map(({ reference }) => reference);
  expect(await found()).toEqual([open.reference, ended.reference].toSorted());
  await act(admin!, ended.reference, { action: 'cancel' });
  expect([await found(), await waiting(ended.reference)]).toEqual([[open.reference], []]);
  expect(await purgeTransferNotices()).toBe(1);
  expect(await shown(open)).not.toBeNull();
});
