'use client';

import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import messages from '@/lib/text/en/admin-browser';
import browserMessages from '@/lib/text/en/browser';

/** TextProvider for the administrator's area, which is English and whose texts visitors do not load. */
export function AdminTextProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={{ ...browserMessages, ...messages }} timeZone="Asia/Kolkata">
      {children}
    </IntlProvider>
  );
}
