import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { POST } from './[reference]/route';

useTestDatabase();
let [admin, second] = [] as unknown as [AdminAccount, AdminAccount];
beforeAll(async () => {
  [admin, second] = [await makeAdmin(), await makeAdmin()];
});

const send = async (reference: string, body: unknown, { token } = admin as { token: string }) => {
  const response = await POST(asAdmin({ token }, { body }), { params: Promise.resolve({ reference }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

async function makePledge(seats = 2) {
  const course = await makeCourse();
  const prepared = await prepareAdoption([{ course, seats }], makeSponsor());
  const pledged = await pledgeSeats({ ...prepared.subject, draftId: prepared.billingId }, prepared.code);
  if (!pledged.ok) throw new Error(pledged.code);
  return { ...pledged, course };
}

const rowOf = async ({ reference }: { reference: string }) => {
  const [row] =
    await sql()`select state, version, total_paise, received_paise, sponsor from billings where reference = ${reference}`;
  return row!;
};

let made = 0;
const receipt = (changes: object = {}) => ({
  action: 'record_receipt',
  version: 0,
  reason: 'Bank statement',
  mode: 'NEFT',
  credited_on: '2026-04-01',
  amount: '250000.00',
  bank_reference: `utr ${String(++made).padStart(10, '0')}`,
  payer: 'Tata Motors Limited',
  ...changes,
});

test('security 71 a receipt is recorded by one administrator and confirmed by another', async () => {
  const pledge = await makePledge();
  const entry = receipt();
  expect(await send(pledge.reference, entry)).toEqual({ status: 200, body: { done: true, version: 1 } });
  const [row] = await sql()<{ id: string; reference: string }[]>`
    select id, reference from bank_receipts where billing_id = ${pledge.billingId}`;
  expect(row!.reference).toBe(entry.bank_reference.toUpperCase().replace(' ', ''));
  const confirm = { action: 'confirm_receipt', version: 1, reason: 'Seen on the statement', id: row!.id };
  expect(await send(pledge.reference, confirm)).toMatchObject({
    status: 409,
    body: { code: 'adoption.second_admin', message: expect.stringContaining('Another administrator') },
  });
  expect(await send(pledge.reference, confirm, second)).toEqual({ status: 200, body: { done: true, version: 2 } });
  expect(await rowOf(pledge)).toMatchObject({ state: 'completed', received_paise: 250_000_00 });
});

test.each([
  ['adoption.amount_invalid', 'amount', receipt({ amount: '100.005' })],
  ['adoption.amount_invalid', 'amount', receipt({ amount: 0 })],
  ['adoption.amount_invalid', 'tds_withheld', receipt({ tds_withheld: -1 })],
  ['adoption.amount_invalid', 'amount', receipt({ amount: '10000000000.01' })],
  ['adoption.reference_invalid', 'bank_reference', receipt({ bank_reference: 'UT' })],
  ['adoption.reason_required', 'reason', receipt({ reason: ' a ' })],
  ['adoption.payer_required', 'payer', receipt({ payer: ' ' })],
  ['adoption.text_too_long', 'remark', receipt({ remark: 'x'.repeat(501) })],
  ['adoption.date_invalid', 'credited_on', receipt({ credited_on: '2026-02-30' })],
  ['adoption.date_in_future', 'credited_on', receipt({ credited_on: '2999-01-01' })],
  ['request.invalid_field', 'mode', receipt({ mode: 'cash' })],
  ['request.invalid_field', 'version', receipt({ version: '0' })],
  ['request.invalid_field', 'version', receipt({ version: 2 ** 31 })],
  ['request.invalid_field', 'action', receipt({ action: 'pay' })],
  ['adoption.date_in_past', 'due_on', { action: 'extend', version: 0, reason: 'By phone', due_on: '2020-01-01' }],
  [
    'sponsor.email_invalid',
    'sponsor.email',
    { action: 'correct', version: 0, reason: 'By phone', sponsor: { email: 'x' } },
  ],
  ['adoption.unchanged', 'sponsor', { action: 'correct', version: 0, reason: 'By phone', sponsor: {} }],
  ['adoption.unchanged', 'lines', { action: 'reduce', version: 0, reason: 'By phone', lines: {} }],
])('400 %s names the field %s, and nothing is written', async (code, field, body) => {
  const pledge = await makePledge();
  const before = await rowOf(pledge);
  expect(await send(pledge.reference, body)).toMatchObject({ status: 400, body: { code, field } });
  expect(await rowOf(pledge)).toEqual(before);
});

test('404 for an unknown and for a malformed reference', async () => {
  for (const reference of ['SA-0000-0000-0000', 'x', '__proto__', 'A'.repeat(41), 'A\0'])
    expect(await send(reference, { action: 'add_note', version: 0, reason: 'Called' })).toMatchObject({
      status: 404,
      body: { code: 'adoption.not_found' },
    });
});
