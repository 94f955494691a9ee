import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { DevanagariFonts } from '@/components/platform/i18n/devanagari-fonts';
import { DEVANAGARI_COOKIE } from '@/lib/platform/i18n/devanagari-cookie';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { absoluteUrl } from '@/lib/platform/site/metadata';
import { devanagariVariables, fontVariables } from './fonts';
import { FocusRestorer, Toaster } from './islands';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('common');
  return {
    metadataBase: new URL(absoluteUrl('/')),
    applicationName: t('productName'),
    title: { default: t('productName'), template: `%s · ${t('productName')}` },
    description: t('description'),
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f9f7f2' },
    { media: '(prefers-color-scheme: dark)', color: '#0d1124' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await getLocale();
  // Pages in English load them only for the few names that need them.
  const isLater = locale === 'hi' && !(await cookies()).has(DEVANAGARI_COOKIE);
  return (
    <html lang={locale} className={isLater ? fontVariables : `${fontVariables} ${devanagariVariables}`}>
      <body>
        {isLater && <DevanagariFonts className={devanagariVariables} />}
        {/* eslint-disable-next-line product/translated-text -- elements only */}
        {children}
        <Toaster label={(await getTranslations('common'))('messages')} />
        <FocusRestorer />
      </body>
    </html>
  );
}
