'use client';

import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import messages from '@/lib/text/en/admin-browser';
import browserMessages from '@/lib/text/en/browser';
import { LOCALE } from '@/lib/text/locale';

/** TextProvider for the administrator's area, whose texts visitors do not load. */
export function AdminTextProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale={LOCALE} messages={{ ...browserMessages, ...messages }} timeZone="Asia/Kolkata">
      {children}
    </IntlProvider>
  );
}
