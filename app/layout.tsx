import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { TextProvider } from '@/components/text/text-provider';
import { Toaster } from '@/components/ui/toaster';
import { LOCALE } from '@/lib/text/locale';
import { getTranslations } from '@/lib/text/server';
import { fontVariables } from './fonts';
import './globals.css';

const t = getTranslations('common');

export const metadata: Metadata = {
  title: { default: t('productName'), template: `%s · ${t('productName')}` },
  description: t('description'),
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f9f7f2' },
    { media: '(prefers-color-scheme: dark)', color: '#0d1124' },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={LOCALE} className={fontVariables}>
      <body>
        <TextProvider>
          {children}
          <Toaster />
        </TextProvider>
      </body>
    </html>
  );
}
