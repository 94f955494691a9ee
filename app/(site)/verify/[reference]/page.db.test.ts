import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { db, sql } from '@/db/client';
import { billingItems, billings, users } from '@/db/schema';
import { pledgeSeats } from '@/lib/adoption/mutations';
import { markupOf } from '@/testing/components/markup';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import VerifyPage, { generateMetadata } from './page';

// The page header needs a router, which exists only in a running app.
vi.mock('@/components/site/header', () => ({ SiteHeader: () => null }));

useTestDatabase();

async function open(reference: string): Promise<string> {
  return markupOf(await VerifyPage({ params: Promise.resolve({ reference }) }));
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
  for (const text of ['SA-7K2M-Q4XT-90B1', '2026-11-22', 'Narmada &lt;b&gt;Motors&lt;/b&gt;', '1,234', '<dd'])
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
