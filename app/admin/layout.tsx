import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { AdminTextProvider } from '@/components/platform/i18n/admin-text-provider';
import { SkipLink } from '@/components/platform/site/skip-link';
import { LoadToasts } from '@/components/platform/ui/toaster';
import { areaTexts, fixLocale, getTranslator } from '@/lib/platform/i18n/server';

const [common, t] = [getTranslator('en', 'common'), getTranslator('en', 'admin')];

/** Nothing below /admin is indexed. */
export const metadata: Metadata = {
  title: { default: t('area'), template: `%s · ${t('area')} · ${common('productName')}` },
  robots: { index: false, follow: false },
};

/** Shared by every page below /admin, including the login and the billing placeholder. */
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
