'use client';

import type { ReactNode } from 'react';
import { IntlProvider, type Messages } from 'use-intl';
import { registerErrors, type ErrorTexts } from '@/lib/i18n/errors';
import type { Locale } from '@/lib/i18n/locale';

type TextProviderProps = {
  locale: Locale;
  /** The namespaces that the islands below read. */
  messages: Partial<Messages>;
  /** The texts of errors; English needs none. */
  errors?: ErrorTexts;
  children: ReactNode;
};

/** Gives client islands their texts in the language of the page. */
export function TextProvider({ locale, messages, errors, children }: TextProviderProps) {
  // Stores and handlers, which are no part of the tree, read them from there.
  if (errors) registerErrors(locale, errors);
  return (
    <IntlProvider locale={locale} messages={messages as Messages} timeZone="Asia/Kolkata">
      {children}
    </IntlProvider>
  );
}
