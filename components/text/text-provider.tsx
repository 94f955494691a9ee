'use client';

import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl/react';
import en from '@/lib/text/en';
import { LOCALE } from '@/lib/text/locale';

/** Gives client islands the catalogue of texts; it travels in a cached script file, not in every page. */
export function TextProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale={LOCALE} messages={en} timeZone="Asia/Kolkata">
      {children}
    </IntlProvider>
  );
}
