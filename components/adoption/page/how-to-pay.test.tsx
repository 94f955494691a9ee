import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import type { AdoptionDetail } from '@/lib/adoption/read/detail-rules';
import { areaTexts } from '@/lib/platform/i18n/server';
import { defaultSettings } from '@/lib/settings/schema';
import { markupOf } from '@/testing/components/markup';
import { HowToPay } from './how-to-pay';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));
vi.mock('@/lib/settings/queries', async () => {
  const { defaultSettings: read } = await import('@/lib/settings/schema');
  return { readSettings: async (group: 'terms') => read(group) };
});

const BODY = { ...defaultSettings('body'), accountName: 'Shiksha Nyas', accountNumber: '50200099998888' };
const told = { utr: 'HDFCH00395034887', amountPaise: 58_000_00, paidOn: '2026-11-20', tdsPaise: 0, payer: 'Tapti' };
const pledge = {
  ...{ id: 'b1', reference: 'SA-7K2M-Q4XT-90BD', status: 'pledged', lapses: true, isPayableOnline: false },
  ...{ outstandingPaise: 1_16_000_00, dueNextPaise: 58_000_00, receivedPaise: 0, withheldPaise: 0 },
  ...{ dueAt: new Date('2026-12-20T18:29:00Z'), openPayment: null, toldTransfer: null },
  instalments: ['2026-12-20', '2027-03-20'].map((on) => ({ on, paise: 58_000_00, missingPaise: 58_000_00 })),
} as unknown as AdoptionDetail;

/** What is seen at once, and what only after something is unfolded. */
async function shown(adoption: AdoptionDetail): Promise<[atOnce: string, folded: string]> {
  const html = await markupOf(
    <TextProvider locale="en" {...areaTexts('en', 'dashboard')}>
      <HowToPay adoption={adoption} body={BODY} mayTell bearer={null} />
    </TextProvider>,
  );
  const fold = /<details\b.*<\/details>/s.exec(html)?.[0] ?? '';
  return [html.replace(fold, ''), fold];
}

test('S7 once a transfer is told of, what was told comes first, with its amount, and how to transfer is folded', async () => {
  const [before] = await shown(pledge);
  expect(before).toMatch(/Please transfer.*50200099998888/s);
  const [atOnce, folded] = await shown({ ...pledge, toldTransfer: { ...told, toldAt: new Date() } });
  expect(atOnce).toMatch(/₹58,000.00.*HDFCH00395034887/s);
  expect(atOnce).not.toMatch(/Please transfer|50200099998888/);
  expect(folded).toMatch(/Please transfer.*50200099998888/s);
});

test('S7 of a payment in parts the amount is asked, of one at once it is not', async () => {
  const asks = async (adoption: AdoptionDetail) => (await shown(adoption)).join('').includes('name="amount"');
  expect(await asks(pledge)).toBe(true);
  expect(await asks({ ...pledge, receivedPaise: 100, instalments: [] })).toBe(true);
  expect(await asks({ ...pledge, instalments: [] })).toBe(false);
});
