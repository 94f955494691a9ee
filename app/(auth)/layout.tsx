import type { ReactNode } from 'react';
import { SkipLink } from '@/components/site/skip-link';
import { TextProvider } from '@/components/text/text-provider';
import { getLocale } from '@/lib/text/server';

/** /login and /register have neither the public pages' header nor their footer. */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <TextProvider locale={await getLocale()}>
      <SkipLink />
      {children}
    </TextProvider>
  );
}
