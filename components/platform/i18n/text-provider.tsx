'use client';

import type { ReactNode } from 'react';
import { IntlProvider, type Messages } from 'use-intl';
import { registerErrors, type ErrorTexts } from '@/lib/platform/i18n/errors';
import type { Locale } from '@/lib/platform/i18n/locale';

type TextProviderProps = {
  locale: Locale;
  /** The namespaces used by the components below. */
  messages: Partial<Messages>;
  /** The texts of errors; omit them for English. */
  errors?: Partial<ErrorTexts>;
  children: ReactNode;
};

/** Provides client components with texts in the page's language. */
export function TextProvider({ locale, messages, errors, children }: TextProviderProps) {
  // Stores and handlers outside of the tree read the error texts from there.
  if (errors) registerErrors(locale, errors);
  return (
    <IntlProvider locale={locale} messages={messages as Messages} timeZone="Asia/Kolkata">
      {children}
    </IntlProvider>
  );
}
