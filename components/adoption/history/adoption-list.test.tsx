import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import type { Adoption } from '@/lib/adoption/read/history-rules';
import { areaTexts } from '@/lib/platform/i18n/server';
import type { CompanyRole } from '@/lib/accounts/company-roles';
import { markupOf } from '@/testing/components/markup';
import { AdoptionList } from './adoption-list';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const ID = '00000000-0000-4000-8000-000000000001';
const hold: Adoption = {
  id: ID,
  orderNumber: null,
  reference: 'SA-7K2M-Q4XT-90BD',
  status: 'held',
  date: new Date('2026-11-20T06:30:00Z'),
  secondsLeft: 600,
  isMine: true,
  isPaying: false,
  paidTwice: false,
  paidOnline: false,
  hasEnded: false,
  seats: 1,
  totalPaise: 1_000_00,
  lines: [],
};

/** Where 'Continue to payment' leads; null if it is not offered. */
async function leadsTo(isMine: boolean, role: CompanyRole, isPaying = false): Promise<string | null> {
  const html = await markupOf(
    <TextProvider locale="en" {...areaTexts('en', 'dashboard')}>
      <AdoptionList adoptions={[{ ...hold, isMine, isPaying }]} level="h2" role={role} />
    </TextProvider>,
  );
  expect(html).toContain('left to pay');
  return /href="([^"]*)"[^>]*>Continue to payment/.exec(html)?.[1] ?? null;
}

test('a hold leads to the payment of whoever made it, colleagues to its page, and nobody to a page where they may do nothing', async () => {
  expect(await leadsTo(true, 'adopt')).toBe('/dashboard/payment');
  for (const role of ['adopt', 'pay', 'owner'] as const)
    expect(await leadsTo(false, role)).toBe(`/dashboard/adoptions/${ID}`);
  expect(await leadsTo(true, 'adopt', true)).toBe(`/dashboard/adoptions/${ID}`);
  for (const isMine of [true, false]) expect(await leadsTo(isMine, 'view')).toBeNull();
});

/** What the list says about an adoption. */
const told = async (changes: Partial<Adoption>) =>
  (
    await markupOf(
      <TextProvider locale="en" {...areaTexts('en', 'dashboard')}>
        <AdoptionList adoptions={[{ ...hold, secondsLeft: null, ...changes }]} level="h2" role="owner" />
      </TextProvider>,
    )
  ).replace(/<[^>]*>/g, ' ');

test('a payment that was begun is not said to be confirmed, and seats that were given back are not said to be paid for', async () => {
  expect(await told({ status: 'begun', isPaying: true })).toContain('Payment not completed');
  expect(await told({ status: 'confirming', isPaying: true })).toContain('Payment being confirmed');
  for (const status of ['expired', 'replaced', 'lapsed'] as const) {
    const words = await told({ status, isPaying: true });
    expect(words).toContain('the seats were given back');
    expect(words).toContain('money that still arrives is taken for the same seats');
    expect(words).not.toMatch(/nothing was charged/i);
  }
  expect(await told({ status: 'expired' })).toContain('nothing was charged.');
});

test('while a payment is being confirmed, there is neither a countdown nor a way to pay again', async () => {
  const words = await told({ status: 'confirming', isPaying: true, secondsLeft: 600 });
  expect(words).toContain('Payment being confirmed');
  expect(words).not.toMatch(/left to pay|Continue to payment/);
  expect(await told({ status: 'begun', isPaying: true, secondsLeft: 600 })).toMatch(
    /Continue to payment.*left to pay/s,
  );
});

test('R-DPAY-20 a sum and what its seats cost until their courses end have two decimals', async () => {
  const place = { branch: 'Fitter', courseName: 'ITI', city: 'Dhar', institute: 'Government ITI' };
  const line = { ...place, seats: 1, pricePaise: 1_000_00, session: '2026-27', studyYear: 1, years: 2 };
  const words = await told({ status: 'completed', lines: [line] });
  expect(words.match(/₹[\d,.]*\d/g)?.slice(0, 2)).toEqual(['₹1,000.00', '₹2,000.00']);
});
