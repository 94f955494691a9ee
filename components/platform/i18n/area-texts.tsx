import type { ReactNode } from 'react';
import { LoadToasts } from '@/components/platform/ui/toaster';
import type { Area } from '@/lib/platform/i18n/areas';
import { areaTexts, getLocale } from '@/lib/platform/i18n/server';
import { TextProvider } from './text-provider';

/** Provides the client components of an area with texts in the visitor's language, shared by all pages of the area. */
export async function AreaTexts({ area, children }: { area: Area; children: ReactNode }) {
  const locale = await getLocale();
  return (
    <TextProvider locale={locale} {...areaTexts(locale, area)}>
      {children}
      <LoadToasts />
    </TextProvider>
  );
}
