import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { getLocale, getTranslations } from '@/lib/i18n/server';
import { absoluteUrl } from '@/lib/site/metadata';
import { fontVariables } from './fonts';
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
  return (
    <html lang={await getLocale()} className={fontVariables}>
      <body>
        {children}
        <Toaster label={(await getTranslations('common'))('messages')} />
        <FocusRestorer />
      </body>
    </html>
  );
}
