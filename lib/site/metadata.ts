import 'server-only';
import type { Metadata } from 'next';
import { env } from '@/lib/core/env';
import type meta from '@/lib/i18n/en/meta.json';
import { LOCALES, type Locale } from '@/lib/i18n/locale';
import { getLocale, getTranslator } from '@/lib/i18n/server';

/** Where the site says in which language of which country it is, as Open Graph writes it. */
const TERRITORY = { en: 'en_IN', hi: 'hi_IN' } as const satisfies Record<Locale, string>;

/** Pixels of the pictures that scripts/build-icons.ts draws. */
const PICTURE = { width: 1200, height: 630 };

/** Made of the variable part of an address: segments are encoded, so that any city makes an address. */
export const pathTo = (...segments: string[]): string => `/${segments.map(encodeURIComponent).join('/')}`;

/** An address of this site as others open it. */
export const absoluteUrl = (path: string): string => new URL(path, env().APP_URL).href;

/** What a public page says about itself; `text` names its description, `path` the one address it goes by. */
type Page = { path: string; title: string; text: Exclude<keyof typeof meta, 'picture' | 'course'>; values?: Values };
type Values = { type?: string; city?: string };

/**
 * Title, description, canonical address and preview of a public page, in the visitor's language. A page has the same address in every
 * language, so there are no alternates to name.
 */
export async function pageMetadata({ path, title, text, values = {} }: Page): Promise<Metadata> {
  const locale = await getLocale();
  const t = getTranslator(locale, 'meta');
  const description = t(text, { type: '', city: '', ...values });
  const picture = { url: `/social/${locale}.png`, ...PICTURE, alt: t('picture') };
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: {
      type: 'website',
      siteName: getTranslator(locale, 'common')('productName'),
      title,
      description,
      url: path,
      locale: TERRITORY[locale],
      alternateLocale: LOCALES.filter((other) => other !== locale).map((other) => TERRITORY[other]),
      images: [picture],
    },
    twitter: { card: 'summary_large_image', title, description, images: [picture] },
  };
}
