import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { editAdmin } from '@/lib/accounts/administrators/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { actOnAdoption } from './mutations';
import { readAdoption } from './queries';
import { adoptionActionSchema } from './schema';

useTestDatabase();
let [first, second] = [] as unknown as [AdminAccount, AdminAccount];
beforeAll(async () => {
  [first, second] = [await makeAdmin({ username: 'asha' }), await makeAdmin({ username: 'usha' })];
});

test('has the balance, the money with who took each step, requests, messages, papers and the history', async () => {
  const { userId } = await makeSponsorAccount();
  const [course, other] = [await makeCourse({ pricePaise: 1_000_00 }), await makeCourse({ pricePaise: 500_00 })];
  const lines = [
    { course, seats: 3, institute: 'Government College' },
    { course: other, seats: 1 },
  ];
  const { reference, id } = await insertAdoption(sql(), { userId, state: 'pledged', lines });
  let version = 0;
  const act = async (admin: AdminAccount, body: object) => {
    const action = adoptionActionSchema.parse({ version, reason: 'By phone', ...body });
    const result = await actOnAdoption(admin.scope, reference, action);
    if (!result.ok) throw new Error(result.code);
    version = result.version;
  };
  const receipt = { mode: 'NEFT', credited_on: '2026-04-01', payer: 'TATA', tds_withheld: 10 };
  await act(first, { action: 'record_receipt', ...receipt, amount: 990, bank_reference: 'UTR1' });
  const recorded = (await readAdoption(first.scope, reference))!.receipts[0]!;
  await act(second, { action: 'confirm_receipt', id: recorded.id });
  await act(first, { action: 'cancel' });
  await sql()`update outbound_messages set dead_at = now() where billing_id = ${id}`;
  await sql()`
    insert into papers (kind, billing_id, source, series, financial_year, number, serial, data)
    values ('proforma', ${id}, ${id}, 'PI', '2026-27', 1, 'PI/2026-27/000001', '{}')`;

  expect(await readAdoption(first.scope, reference)).toMatchObject({
    id,
    userId,
    reference,
    channel: 'public',
    state: 'pledged',
    status: 'pending',
    version: 3,
    sponsor: { fullName: expect.any(String), email: expect.stringContaining('@') },
    verifiedMs: expect.any(Number),
    dueMs: null,
    totalPaise: 3_500_00,
    receivedPaise: 990_00,
    withheldPaise: 10_00,
    refundedPaise: 0,
    outstandingPaise: 2_500_00,
    refundDuePaise: 0,
    wasPaid: true,
    isAlone: false,
    lines: [
      { courseId: course.id, seats: 3, pricePaise: 1_000_00, institute: 'Government College' },
      { courseId: other.id, seats: 1, pricePaise: 500_00, institute: '' },
    ],
    receipts: [
      {
        mode: 'NEFT',
        creditedOn: '2026-04-01',
        amountPaise: 990_00,
        tdsPaise: 10_00,
        reference: 'UTR1',
        state: 'confirmed',
        recordedBy: 'asha',
        confirmedBy: 'usha',
        confirmedMs: expect.any(Number),
      },
    ],
    refunds: [],
    requests: [{ kind: 'cancel', state: 'open', reason: 'By phone', isOfSponsor: false, requestedBy: 'asha' }],
    payments: [],
    messages: [{ kind: 'received', sentMs: null, isDead: true }],
    papers: [
      { kind: 'receipt', serial: 'PR/2026-27/000001' },
      { kind: 'proforma', serial: 'PI/2026-27/000001' },
    ],
  });
  const events = (await readAdoption(first.scope, reference))!.events;
  expect(events.map(({ event, detail }) => [event, detail?.by ?? null])).toEqual([
    ['verified', null],
    ['receipt_recorded', 'asha'],
    ['receipt_confirmed', 'usha'],
    ['change_requested', 'asha'],
  ]);
});

test('who took the first step needs somebody else for the second one, even if the others lost their role today', async () => {
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse(), seats: 1 }];
  const { reference, id } = await insertAdoption(sql(), { userId, state: 'pledged', lines });
  await sql()`
    insert into bank_receipts (billing_id, mode, credited_on, amount_paise, reference, payer, recorded_by, matched_by) values
      (${id}, 'NEFT', '2026-04-01', 100, 'UTRRECORDED', 'TATA', ${first.adminId}, null),
      (${id}, 'NEFT', '2026-04-01', 100, 'UTRMATCHED', 'TATA', ${second.adminId}, ${first.adminId})`;
  const flags = async (reader: AdminAccount) =>
    Object.fromEntries(
      (await readAdoption(reader.scope, reference))!.receipts.map((receipt) => [receipt.reference, receipt.needsOther]),
    );
  expect(await flags(first)).toEqual({ UTRRECORDED: true, UTRMATCHED: true });
  expect(await flags(second)).toEqual({ UTRRECORDED: false, UTRMATCHED: false });
  await editAdmin(first.scope, { id: second.adminId, role: 'viewer', active: true });
  expect(await flags(first)).toEqual({ UTRRECORDED: true, UTRMATCHED: true });
  await editAdmin(first.scope, { id: second.adminId, role: 'owner', active: true });
});

test('what a cancelled adoption received is to be refunded, less what was paid back; online payments are listed', async () => {
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse({ pricePaise: 1_000_00 }), seats: 2 }];
  const paid = { userId, state: 'completed' as const, lines, payments: [{ status: 'captured' as const }] };
  const { reference, transactionId } = await insertAdoption(sql(), paid);
  expect(await readAdoption(first.scope, reference)).toMatchObject({
    outstandingPaise: 0,
    refundDuePaise: 0,
    payments: [{ provider: 'sandbox', method: 'upi', status: 'captured', transactionId, amountPaise: 2_000_00 }],
  });
  await sql()`update billings set state = 'cancelled', refunded_paise = 50000 where reference = ${reference}`;
  expect(await readAdoption(first.scope, reference)).toMatchObject({
    status: 'cancelled',
    outstandingPaise: 0,
    refundDuePaise: 1_500_00,
  });
  expect(await readAdoption(first.scope, 'SA-NONE')).toBeNull();
});
