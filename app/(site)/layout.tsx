import type { ReactNode } from 'react';
import { SkipLink } from '@/components/site/skip-link';
import { TextProvider } from '@/components/text/text-provider';
import { getLocale } from '@/lib/text/server';

/** What all public pages share; each page chooses its own header (cloth or paper) and whether it ends with the footer. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <TextProvider locale={await getLocale()}>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        {children}
      </div>
    </TextProvider>
  );
}
