import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import type { AdoptionDetail } from '@/lib/adoption/read/detail-rules';
import type { Renewal } from '@/lib/adoption/renewals/renewal-rules';
import type * as server from '@/lib/platform/i18n/server';
import { areaTexts } from '@/lib/platform/i18n/server';
import { markupOf } from '@/testing/components/markup';
import { RenewalCard } from './renewal-card';
import { Renewals } from './renewals';

const language = vi.hoisted(() => ({ locale: 'en' as 'en' | 'hi' }));
vi.mock('@/lib/platform/i18n/server', async (original) => {
  const real = await original<typeof server>();
  const getTranslations = (namespace: Parameters<typeof real.getTranslator>[1]) =>
    Promise.resolve(real.getTranslator(language.locale, namespace));
  return { ...real, getLocale: () => language.locale, getTranslations };
});
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

const RENEWAL: Renewal = {
  id: '7d3c1c1e-0000-4000-8000-000000000001',
  billingId: '7d3c1c1e-0000-4000-8000-000000000002',
  isLive: true,
  until: new Date('2027-06-30T18:29:59Z'),
  endedOn: new Date('2027-06-30T18:29:59Z'),
  sessions: ['2027-28'],
  studyYear: 2,
  years: 2,
  supported: 74,
  reserved: 74,
  renewed: 0,
  left: 74,
  leftPaise: 12_80_000_00,
  givenBack: 0,
  lines: [
    {
      billingId: '7d3c1c1e-0000-4000-8000-000000000002',
      reference: 'SA-7K2M-Q4XT-90BD',
      outstandingPaise: 0,
      fromCourseId: '7d3c1c1e-0000-4000-8000-000000000003',
      courseId: '7d3c1c1e-0000-4000-8000-000000000004',
      supported: 74,
      reserved: 74,
      left: 74,
      pricePaise: 17_297_30,
      courseType: 'ITI',
      branch: 'Electrician',
      branchHindi: null,
      institute: 'Government ITI',
      instituteHindi: null,
      city: 'Indore',
    },
  ],
};

const shown = async (element: React.ReactElement, locale: 'en' | 'hi' = 'en') => {
  language.locale = locale;
  const markup = await markupOf(
    <TextProvider locale={locale} {...areaTexts(locale, 'dashboard')}>
      {element}
    </TextProvider>,
  );
  return markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
};
const card = (changes: Partial<Renewal> = {}, mayAdopt = true) => (
  <RenewalCard renewal={{ ...RENEWAL, ...changes }} mayAdopt={mayAdopt} bearer={null} />
);

test('says what is supported, what the next year costs and until when, where, what is unpaid, and the way to renew or give back', async () => {
  const text = await shown(card());
  expect(text).toContain('You support 74 seats, year 1 of 2. Year 2: ₹12,80,000.00 for 74 seats, until 30 June 2027');
  expect(text).toContain('74 seats of Electrician at Government ITI, Indore.');
  expect(text).toContain('Renew or give back');
  expect(text).not.toContain('not paid yet');
  const lines = RENEWAL.lines.map((line) => ({ ...line, outstandingPaise: 9_20_000_00 }));
  expect(await shown(card({ lines }))).toContain('₹9,20,000.00 of this year is not paid yet.');
});

test('in Hindi', async () => {
  const text = await shown(card(), 'hi');
  expect(text).toContain('आप 74 सीटों को सहयोग दे रहे हैं, 2 में से वर्ष 1। वर्ष 2: 74 सीटों के लिए ₹12,80,000.00');
});

test('tells a part that is renewed, and seats that could not be reserved; who may only look has no buttons', async () => {
  const text = await shown(card({ reserved: 70, renewed: 20, left: 50 }, false));
  expect(text).toContain('20 seats are renewed already. Only 70 seats could be reserved for you');
  expect(text).not.toContain('Renew or give back');
});

test('of different years the next one has no number', async () => {
  const text = await shown(card({ studyYear: null, years: 4 }));
  expect(text).toContain('You support 74 seats. Next year: ₹12,80,000.00');
});

const past = (changes: Partial<Renewal>, more: Partial<AdoptionDetail> = {}) => {
  const adoption = { renewals: [{ ...RENEWAL, left: 0, ...changes }], continues: [], continuedBy: [], ...more };
  return <Renewals adoption={adoption as unknown as AdoptionDetail} mayAdopt bearer={null} />;
};

test('afterwards the page says how many are renewed, which were not, and by which adoption', async () => {
  const continuedBy = [{ id: 'b', reference: 'SA-1111-2222-3333', session: '2027-28', at: new Date() }];
  const text = await shown(past({ renewed: 50, isLive: false }, { continuedBy }));
  expect(text).toContain('For 2027-28, 50 of 74 seats are renewed. 24 seats were not renewed until 30 June 2027.');
  expect(text).toContain('Continued by SA-1111-2222-3333 in 2027-28');
});

test('what the sponsor gave back is not told as not renewed', async () => {
  const endedOn = new Date('2027-05-01T00:00:00Z');
  const text = await shown(past({ renewed: 50, isLive: false, endedOn, givenBack: 24 }));
  expect(text).toContain('50 of 74 seats are renewed. You gave 24 seats back.');
  expect(text).not.toContain('not renewed');
});

test('seats that the institute does not offer at present cannot be renewed, and the page says so', async () => {
  expect(await shown(past({}))).toContain('74 seats for 2027-28 cannot be renewed at present');
});
