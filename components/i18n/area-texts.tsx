import type { ReactNode } from 'react';
import { LoadToasts } from '@/components/ui/toaster';
import type { Area } from '@/lib/i18n/areas';
import { areaTexts, getLocale } from '@/lib/i18n/server';
import { TextProvider } from './text-provider';

/** Gives the client islands of an area their texts in the visitor's language. They come with the page, once for all pages of the area. */
export async function AreaTexts({ area, children }: { area: Area; children: ReactNode }) {
  const locale = await getLocale();
  return (
    <TextProvider locale={locale} {...areaTexts(locale, area)}>
      {children}
      <LoadToasts />
    </TextProvider>
  );
}
