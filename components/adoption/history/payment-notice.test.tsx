import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { areaTexts } from '@/lib/platform/i18n/server';
import { markupOf } from '@/testing/components/markup';
import { HoldNotice, NextPaymentNotice } from './payment-notice';
import { JustPaid } from './just-paid';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));
vi.mock('@/components/checkout/payment/paid-store', () => {
  const line = { id: 'c1', selectedSeats: 2, pricePaise: 12_500_00, courseName: 'ITI', branch: 'Fitter', city: 'Dhar' };
  const order = { c1: { ...line, institute: 'Government ITI', session: '2026-27', studyYear: 1, years: 2 } };
  return { usePaid: () => ({ paid: { billingId: 'b1', reference: 'SA-7K2M-Q4XT-90BD', order } }) };
});

/** The amounts of a part of the dashboard, in order. */
const amountsOf = async (part: React.ReactNode) =>
  (
    await markupOf(
      <TextProvider locale="en" {...areaTexts('en', 'dashboard')}>
        {part}
      </TextProvider>,
    )
  ).match(/₹[\d,.]*\d/g);

test('a hold whose payment the bank has is being confirmed, without a countdown and without a second way to pay', async () => {
  const hold = { billingId: 'b1', reference: 'SA-7K2M-Q4XT-90BD', secondsLeft: 600, totalPaise: 100, lines: [] };
  const wordsOf = async (isConfirming: boolean) =>
    markupOf(
      <TextProvider locale="en" {...areaTexts('en', 'dashboard')}>
        <HoldNotice hold={{ ...hold, isConfirming }} />
      </TextProvider>,
    );
  expect(await wordsOf(false)).toMatch(/left to pay.*Continue to payment/s);
  const words = await wordsOf(true);
  expect(words).toContain('The result of your payment is not known yet.');
  expect(words).toContain('href="/dashboard/adoptions/b1"');
  expect(words).not.toMatch(/left to pay|Continue to payment/);
});

test('R-DPAY-20 the next payment and the thanks for the last have two decimals', async () => {
  const next = {
    billingId: 'b1',
    reference: 'SA-7K2M-Q4XT-90BD',
    dueAt: new Date(),
    duePaise: 2_50_000_00,
    isOver: false,
  };
  expect(await amountsOf(<NextPaymentNotice next={next} />)).toEqual(['₹2,50,000.00']);
  expect(await amountsOf(<JustPaid company="Narmada Motors" />)).toEqual(['₹25,000.00', '₹50,000.00']);
});
