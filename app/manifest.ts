import type { MetadataRoute } from 'next';
import { getTranslator } from '@/lib/platform/i18n/server';

/**
 * /manifest.webmanifest: the name and icons on a home screen. Browsers request it without cookies, so it is in English.
 */
export default function manifest(): MetadataRoute.Manifest {
  const t = getTranslator('en', 'common');
  return {
    id: '/',
    name: t('productName'),
    short_name: t('productName'),
    description: t('description'),
    lang: 'en',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#f9f7f2',
    theme_color: '#151b46',
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
