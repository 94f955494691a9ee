import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { areaTexts } from '@/lib/platform/i18n/server';
import { markupOf } from '@/testing/components/markup';
import { AdoptionLines } from './adoption-lines';

vi.mock('@/lib/platform/i18n/server', async (original) => ({ ...(await original<object>()), getLocale: () => 'hi' }));

const LINE = { courseName: 'ITI', institute: 'Government ITI, Rewa', city: 'Rewa', seats: 2, pricePaise: 12_500_00 };

test('in Hindi a line has the Hindi names of its time; without them the usual words, and English as English', async () => {
  const named = { ...LINE, branch: 'Astrology', branchHindi: 'ज्योतिष', instituteHindi: 'शासकीय आईटीआई, रीवा' };
  const markup = await markupOf(
    <TextProvider locale="hi" {...areaTexts('hi', 'dashboard')}>
      <AdoptionLines lines={[named, { ...LINE, branch: 'Welder' }]} />
    </TextProvider>,
  );
  const [first, second] = markup.split('<li').slice(1);
  expect(first).toContain('<b lang="hi">ज्योतिष</b>');
  expect(first).toContain('<span lang="hi">शासकीय आईटीआई, रीवा</span></p>');
  expect(second).toContain('<b lang="hi">वेल्डर</b>');
  expect(second).toContain('<span lang="en">Government ITI, Rewa</span></p>');
});
