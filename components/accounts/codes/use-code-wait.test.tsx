import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { CATALOGUES } from '@/lib/platform/i18n/catalogues';
import type { Locale } from '@/lib/platform/i18n/locale';
import { CodePossibleAt } from './use-code-wait';

afterEach(() => void vi.useRealTimers());

/** What the note says to somebody at 1:20 pm in India. */
function noteUntil(until: string, locale: Locale = 'en'): string {
  vi.useFakeTimers({ now: new Date('2026-11-25T13:20:00+05:30') });
  return renderToStaticMarkup(
    <TextProvider locale={locale} messages={CATALOGUES[locale]}>
      <CodePossibleAt until={Date.parse(until)} />
    </TextProvider>,
  );
}

test('a refused code says in Indian time when the next one is possible, not before the limit ends', () => {
  expect(noteUntil('2026-11-25T14:04:01+05:30')).toContain('A new code is possible at 2:05 pm.');
  expect(noteUntil('2026-11-25T14:05:00+05:30', 'hi')).toContain('नया कोड 14:05 बजे भेजा जा सकेगा।');
});

test('the limit of a day names the day', () => {
  expect(noteUntil('2026-11-26T09:30:00+05:30')).toContain('A new code is possible on 26 November 2026 at 9:30 am.');
});
