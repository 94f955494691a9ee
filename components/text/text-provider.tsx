'use client';

import { use, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import messages from '@/lib/text/en/browser';
import { registerErrors } from '@/lib/text/errors';
import type { Locale } from '@/lib/text/locale';

/** Gives client islands their texts in the language of the page; they travel in a cached script file, not in every page. */
export function TextProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <IntlProvider locale={locale} messages={locale === 'hi' ? use(hindi()) : messages} timeZone="Asia/Kolkata">
      {children}
    </IntlProvider>
  );
}

let loading: ReturnType<typeof loadHindi> | undefined;

/** Only pages in Hindi load its texts. */
const hindi = () => (loading ??= loadHindi());

async function loadHindi() {
  const { default: texts } = await import('@/lib/text/hi/browser');
  registerErrors('hi', texts.errors);
  return texts;
}
