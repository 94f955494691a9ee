import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { SkipLink } from '@/components/site/skip-link';
import { AdminTextProvider } from '@/components/text/admin-text-provider';
import { getTranslations } from '@/lib/text/server';

const [common, t] = [getTranslations('common'), getTranslations('admin')];

/** Nothing below /admin belongs into a search engine. */
export const metadata: Metadata = {
  title: { default: t('area'), template: `%s · ${t('area')} · ${common('productName')}` },
  robots: { index: false, follow: false },
};

/** What every address below /admin shares, the login and the placeholder of billing too. */
export default function AdminRootLayout({ children }: { children: ReactNode }) {
  return (
    <AdminTextProvider>
      <SkipLink />
      {children}
    </AdminTextProvider>
  );
}
