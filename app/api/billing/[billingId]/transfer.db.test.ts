import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { insertAdoption } from '@/testing/db/adoptions';
import { endWindow, fullLedger, makeHold } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { POST } from './transfer/route';

useTestDatabase();

async function choose(sponsor: SponsorAccount, billingId: string) {
  const response = await POST(asSponsor(sponsor, { method: 'POST' }), { params: Promise.resolve({ billingId }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('bank transfer adopts held seats until the end of the term of the settings, however often it is chosen', async () => {
  await sql()`insert into settings ("group", value) values ('terms', '{"transferDays": 12}')`;
  const [sponsor, course] = [await makeSponsorAccount(), await makeCourse()];
  const { billingId, reference } = await makeHold([{ course, seats: 4 }], sponsor);
  const answers = await Promise.all(Array.from({ length: 5 }, () => choose(sponsor, billingId)));
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([200, answers[0]!.body]);
    expect(body).toMatchObject({ success: true, billing_id: billingId, reference });
    const days = (Date.parse(String(body.due_at)) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(days).toBeGreaterThan(11.9);
    expect(days).toBeLessThan(12.1);
  }
  expect(await fullLedger(course.id)).toMatchObject({ adopted: 4, held: 0, pledged: 4 });
});

test('is refused for other adoptions, after the hold, and while an online payment is open', async () => {
  const [sponsor, stranger] = [await makeSponsorAccount(), await makeSponsorAccount()];
  const course = await makeCourse();
  const { billingId } = await makeHold([{ course, seats: 1 }], sponsor);
  const unknown = { status: 404, body: { code: 'own_adoption.not_found' } };
  for (const id of [billingId, crypto.randomUUID(), 'x']) expect(await choose(stranger, id)).toMatchObject(unknown);
  await endWindow(billingId);
  expect(await choose(sponsor, billingId)).toMatchObject({ status: 403, body: { code: 'payment.hold_ended' } });
  const paying = await makeSponsorAccount();
  const { id } = await insertAdoption(sql(), {
    userId: paying.userId,
    state: 'held',
    lines: [{ course, seats: 2 }],
    payments: [{ status: 'started' }],
  });
  // It has begun at the bank.
  await sql()`update payments set provider_ref = 'SBX-' || id || '-100004' where billing_id = ${id}`;
  expect(await choose(paying, id)).toMatchObject({ status: 409, body: { code: 'payment.pending' } });
  expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, pledged: 0 });
});
