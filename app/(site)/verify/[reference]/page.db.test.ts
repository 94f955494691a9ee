import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { db, sql } from '@/db/client';
import { billingItems, billings, users } from '@/db/schema';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { markupOf } from '@/testing/components/markup';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { insertAdoption } from '@/testing/db/adoptions';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { issuePaper } from '@/lib/documents/papers/mutations';
import VerifyPage, { generateMetadata } from './page';

// The page header needs a router, which exists only in a running app.
vi.mock('@/components/platform/site/header', () => ({ SiteHeader: () => null }));
vi.mock('@/components/platform/site/footer-account', () => ({ FooterAccount: () => null }));

useTestDatabase();

async function open(reference: string, paper?: string): Promise<string> {
  const searchParams = Promise.resolve(paper === undefined ? {} : { paper });
  return markupOf(await VerifyPage({ params: Promise.resolve({ reference }), searchParams }));
}

test('confirms reference, date, company, seats and courses of a genuine summary, and names no person (security 36)', async () => {
  const person = { fullName: 'Radhika Deshmukh', designation: 'Head of Talent', email: 'radhika@narmada.example' };
  const [user] = await db()
    .insert(users)
    .values({ ...person, kind: 'guest', phoneNumber: '9826012345', companyName: 'Narmada <b>Motors</b>' })
    .returning();
  const [billing] = await db()
    .insert(billings)
    .values({
      reference: 'SA-7K2M-Q4XT-90B1',
      userId: user!.id,
      channel: 'public',
      state: 'pledged',
      sponsor: { ...person, phone: '9826012345', company: 'Narmada <b>Motors</b>', industry: 'Automotive' },
      totalPaise: 0,
      verifiedAt: new Date('2026-11-21T20:00:00Z'),
    })
    .returning();
  for (const seats of [1_000, 234]) {
    const course = await makeCourse();
    await db().insert(billingItems).values({
      billingId: billing!.id,
      courseId: course.id,
      position: seats,
      seats,
      pricePaise: 0,
      courseName: 'ITI',
      branch: 'Fitter',
      institute: '',
      city: 'Rewa',
    });
  }
  // As typed from a printed page: lower case, the letters O and l instead of the digits.
  const html = await open('sa-7k2m-q4xt-9Obl');
  for (const text of ['SA-7K2M-Q4XT-90B1', '22 November 2026', 'Narmada &lt;b&gt;Motors&lt;/b&gt;', '1,234', '<dd'])
    expect(html).toContain(text);
  expect(html).not.toMatch(/Radhika|Head of Talent|radhika@|9826012345/);
  expect((await generateMetadata()).robots).toEqual({ index: false, follow: false });

  // The summary of a pledge that the operator cancelled is no longer valid.
  await db().update(billings).set({ state: 'cancelled' });
  const cancelled = await open('SA-7K2M-Q4XT-90B1');
  expect(cancelled).toContain('This adoption was cancelled');
  expect(cancelled).not.toContain('This adoption is genuine');
});

test.each([
  ['email', 'A code sent to the e-mail address aXXX@acme.in. The company name is as the sponsor stated it.'],
  ['phone', 'A code sent to the phone number XXXXXX3210. The company name is as the sponsor stated it.'],
] as const)('security 68: says that an adoption was confirmed by %s, and which, masked', async (channel, said) => {
  const sponsor = makeSponsor({ email: 'asha@acme.in', phone: '9876543210' });
  const prepared = await prepareAdoption([{ course: await makeCourse(), seats: 1 }], sponsor, channel);
  const pledge = await pledgeSeats(prepared.subject, prepared.code);
  if (!pledge.ok) throw new Error(pledge.code);
  const html = await open(pledge.reference);
  expect(html).toContain('Confirmed by');
  expect(html).toContain(said);
  expect(html).not.toMatch(/asha@acme|9876543210/);
});

test('security 68: says nothing of how an old adoption was confirmed, of which it is not known', async () => {
  const prepared = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
  const pledge = await pledgeSeats(prepared.subject, prepared.code);
  if (!pledge.ok) throw new Error(pledge.code);
  await sql()`update billings set verified_channel = null where id = ${pledge.billingId}`;
  expect(await open(pledge.reference)).not.toContain('Confirmed by');
});

test.each(['SA-0000-0000-0000', randomUUID(), `${'A'.repeat(41)}`, "'; drop table billings", '%00'])(
  'answers 404 for %s',
  async (reference) => {
    await expect(open(reference)).rejects.toMatchObject({ digest: 'NEXT_HTTP_ERROR_FALLBACK;404' });
  },
);

/** Returns the texts of the notice in order. */
const notice = (html: string) =>
  [...(/<p.*?(?=<dl)/s.exec(html)?.[0] ?? '').matchAll(/<p(?: [^>]*)?>(.*?)<\/p>/gs)].map(([, text]) => text);

async function adopt(state: 'pledged' | 'completed') {
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse({ pricePaise: 500_00 }), seats: 3 }];
  const payments = state === 'completed' ? [{ status: 'captured' as const }] : [];
  return insertAdoption(sql(), { userId, state, lines, payments });
}
const step = (id: string, event: string, from: string, to: string, at: string, detail: object | null = null) =>
  sql()`insert into billing_events (billing_id, event, from_state, to_state, actor, at, detail)
        values (${id}, ${event}, ${from}, ${to}, 'admin', ${at}, ${detail && JSON.stringify(detail)}::text::jsonb)`;

test('says first what is true now, with dates: adopted, paid, reduced, cancelled or lapsed', async () => {
  const { id, reference } = await adopt('pledged');
  await sql()`update billing_events set at = '2026-04-01T10:00:00Z' where billing_id = ${id}`;
  expect(notice(await open(reference))).toEqual([
    'Adopted on 1 April 2026, not fully paid yet',
    'This adoption is genuine',
    expect.stringContaining('Compare'),
  ]);
  await step(id, 'reduced', 'pledged', 'pledged', '2026-04-02T20:00:00Z', { seats: 1, returned: { x: 2 } });
  await sql()`update billing_items set seats = 1 where billing_id = ${id}`;
  await sql()`update billings set state = 'completed' where id = ${id}`;
  await step(id, 'paid', 'pledged', 'completed', '2026-04-05T10:00:00Z');
  expect(notice(await open(reference)).slice(0, 2)).toEqual([
    'Reduced on 3 April 2026: 1 seat instead of 3',
    'Adopted and paid on 5 April 2026',
  ]);
  for (const [state, said] of [
    ['cancelled', 'This adoption was cancelled on 7 April 2026'],
    ['lapsed', 'The term of this adoption ended on 7 April 2026 without a full payment'],
  ] as const) {
    await sql()`update billings set state = ${state} where id = ${id}`;
    await step(id, state, 'pledged', state, '2026-04-07T10:00:00Z');
    const html = await open(reference);
    expect(notice(html)[0]).toBe(said);
    expect(html).not.toContain('This adoption is genuine');
  }
});

test('security 73: names the paper that is asked for, says first if it was replaced, void, unknown, or if its adoption was cancelled', async () => {
  const { id, reference } = await adopt('pledged');
  const issue = () => issuePaper({ kind: 'proforma', billingId: id, source: id });
  const first = await issue();
  const named = await open(reference, first.serial.toLowerCase());
  expect(named).toContain(`Proforma invoice ${first.serial} of`);
  expect(named).toContain('₹1,500.00');
  expect(await open(reference)).not.toContain(first.serial);
  for (const serial of ['PI/2026-27/999999', 'nonsense'])
    expect(notice(await open(reference, serial))[0]).toContain('has no paper with this number');
  // A number of another adoption's paper is unknown here.
  expect(notice(await open((await adopt('pledged')).reference, first.serial))[0]).toContain('has no paper');

  await sql()`update billings set sponsor = sponsor || '{"company":"New Name"}' where id = ${id}`;
  const second = await issue();
  const replaced = notice(await open(reference, first.serial));
  expect(replaced[0]).toContain(`The paper ${first.serial} was replaced by ${second.serial} on`);
  expect(replaced.join()).not.toContain('genuine');
  await sql()`update billings set state = 'cancelled' where id = ${id}`;
  const cancelled = notice(await open(reference, first.serial));
  expect(cancelled[0]).toContain('This adoption was cancelled');
  expect(cancelled[1]).toContain('was replaced by');
});

test('a receipt whose money bounced is void; a receipt of money that came too late is confirmed as such', async () => {
  const paid = await adopt('completed');
  const [receipt] = await sql()<{ id: string }[]>`
    insert into bank_receipts (billing_id, mode, credited_on, amount_paise, reference, payer, state, recorded_by, confirmed_by, confirmed_at)
    values (${paid.id}, 'cheque', '2026-04-03', 100, 'CHQ1', 'P', 'confirmed', ${randomUUID()}, ${randomUUID()}, now()) returning id`;
  const { serial } = await issuePaper({ kind: 'receipt', billingId: paid.id, source: receipt!.id });
  expect(notice(await open(paid.reference, serial)).join()).toContain('This adoption is genuine');
  expect(await open(paid.reference, serial)).toContain(`Payment receipt ${serial}`);
  expect(await open(paid.reference, serial)).toContain('₹1.00: Part payment');
  await sql()`update bank_receipts set state = 'bounced' where id = ${receipt!.id}`;
  expect(notice(await open(paid.reference, serial))[0]).toContain('is no longer valid: its money was not paid out');

  await sql()`update billings set state = 'refund_due' where id = ${paid.id}`;
  expect(notice(await open(paid.reference, serial))[0]).toContain('The payment came too late');
  await expect(open(paid.reference)).rejects.toMatchObject({ digest: 'NEXT_HTTP_ERROR_FALLBACK;404' });
});
