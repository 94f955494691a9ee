import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { areaTexts } from '@/lib/platform/i18n/server';
import { markupOf } from '@/testing/components/markup';
import { SessionList } from './session-list';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

test('an office reads the times of its sessions in its language', async () => {
  const session = { id: 's1', device: 'Firefox', createdAt: new Date('2026-11-21T09:00:00Z') };
  const markup = await markupOf(
    <TextProvider locale="hi" {...areaTexts('hi', 'office')}>
      <SessionList sessions={[{ ...session, lastUsedAt: new Date('2026-11-22T04:35:00Z') }]} own="s2" />
    </TextProvider>,
  );
  expect(markup).toContain('लॉगिन 21 नवंबर 2026 को 14:30 बजे, पिछली बार उपयोग 22 नवंबर 2026 को 10:05 बजे');
  expect(markup).toContain('Firefox का सत्र समाप्त करें, लॉगिन 21 नवंबर 2026 को 14:30 बजे');
});
