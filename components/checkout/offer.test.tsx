import { expect, test, vi } from 'vitest';
import { defaultSettings } from '@/lib/settings/schema';
import { markupOf } from '@/testing/components/markup';
import { Offer } from './offer';

const read = vi.hoisted(() => vi.fn());
vi.mock('@/lib/settings/queries', () => ({ readSettings: read }));
vi.mock('@/lib/platform/i18n/server', async (original) => ({ ...(await original<object>()), getLocale: () => 'hi' }));

test('what administrators wrote in one language only is shown in the other as well, and what nobody wrote is not', async () => {
  const offer = defaultSettings('offer');
  read.mockResolvedValue({
    ...offer,
    covers: { en: 'Tuition for a year', hi: '' },
    duration: { en: 'One year', hi: 'एक वर्ष' },
  });
  const markup = await markupOf(<Offer />);
  expect(markup).toMatch(/<dd lang="en"[^>]*>Tuition for a year</);
  expect(markup).toMatch(/<dd lang="hi"[^>]*>एक वर्ष</);
  expect(markup).not.toContain('One year');
  expect(markup.match(/<dd/g)).toHaveLength(2);
});
