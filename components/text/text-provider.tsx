'use client';

import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import messages from '@/lib/text/en/browser';
import { LOCALE } from '@/lib/text/locale';

/** Gives client islands their texts; they travel in a cached script file, not in every page. */
export function TextProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale={LOCALE} messages={messages} timeZone="Asia/Kolkata">
      {children}
    </IntlProvider>
  );
}
