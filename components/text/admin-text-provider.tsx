'use client';

import { useLayoutEffect, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import messages from '@/lib/text/en/admin-browser';
import browserMessages from '@/lib/text/en/browser';

/** TextProvider for the administrator's area, which is English and whose texts visitors do not load. */
export function AdminTextProvider({ children }: { children: ReactNode }) {
  // The document's language is the visitor's: dialogs, toasts and the title stand outside of what the layout calls English.
  useLayoutEffect(() => {
    const root = document.documentElement;
    const before = root.lang;
    root.lang = 'en';
    return () => void (root.lang = before);
  }, []);
  return (
    <IntlProvider locale="en" messages={{ ...browserMessages, ...messages }} timeZone="Asia/Kolkata">
      {children}
    </IntlProvider>
  );
}
