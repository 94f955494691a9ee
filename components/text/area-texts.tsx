import type { ReactNode } from 'react';
import { LoadToasts } from '@/components/ui/toaster';
import type { Area } from '@/lib/text/areas';
import { areaTexts, getLocale } from '@/lib/text/server';
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
