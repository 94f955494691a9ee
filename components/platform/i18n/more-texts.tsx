import type { ReactNode } from 'react';
import type { Area } from '@/lib/platform/i18n/areas';
import type { Locale } from '@/lib/platform/i18n/locale';
import { areaMessages, getLocale } from '@/lib/platform/i18n/server';
import { MoreTextProvider } from './more-text-provider';

type MoreTextsProps = {
  area: Area;
  /** The language of pages that have one only; omit it for the visitor's. */
  locale?: Locale;
  children: ReactNode;
};

/** Adds the texts of an area within another one, for the client components of some of its pages. */
export async function MoreTexts({ area, locale, children }: MoreTextsProps) {
  const messages = areaMessages(locale ?? (await getLocale()), area);
  return <MoreTextProvider messages={messages}>{children}</MoreTextProvider>;
}
