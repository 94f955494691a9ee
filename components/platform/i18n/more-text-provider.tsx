'use client';

import type { ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages, type Messages } from 'use-intl';

/** Adds the texts of an area within another to those of the other. */
export function MoreTextProvider({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  return (
    <IntlProvider locale={useLocale()} messages={{ ...useMessages(), ...messages } as Messages}>
      {children}
    </IntlProvider>
  );
}
