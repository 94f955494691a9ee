import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { SkipLink } from '@/components/site/skip-link';
import { AdminTextProvider } from '@/components/text/admin-text-provider';
import { LoadToasts } from '@/components/ui/toaster';
import { areaTexts, fixLocale, texts } from '@/lib/text/server';

const [common, t] = [texts('en', 'common'), texts('en', 'admin')];

/** Nothing below /admin belongs into a search engine. */
export const metadata: Metadata = {
  title: { default: t('area'), template: `%s · ${t('area')} · ${common('productName')}` },
  robots: { index: false, follow: false },
};

/** What every address below /admin shares, the login and the placeholder of billing too. */
export default function AdminRootLayout({ children }: { children: ReactNode }) {
  fixLocale('en');
  return (
    <AdminTextProvider {...areaTexts('en', 'admin')}>
      <div lang="en" className="contents">
        <SkipLink />
        {children}
        <LoadToasts />
      </div>
    </AdminTextProvider>
  );
}
