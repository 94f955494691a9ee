'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { rememberDevanagari } from '@/lib/platform/i18n/devanagari-cookie';

/** The first letter of the script, in the ranges of the fonts that have it. */
const DEVANAGARI = /U\+0?900\b/i;

/**
 * Loads the Devanagari fonts after the first page, which keeps the device's own font: they weigh as much as all scripts
 * together, and exchanging the font of a whole page blocks a slow phone. Pages that follow use them. The cookie tells the
 * server that this browser has them.
 */
export function DevanagariFonts({ className }: { className: string }) {
  const pathname = usePathname();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname === first.current) return;
    document.documentElement.classList.add(...className.split(' '));
  }, [pathname, className]);
  useEffect(() => {
    const load = () => {
      const fonts = [...document.fonts].filter(({ unicodeRange }) => DEVANAGARI.test(unicodeRange));
      // The device may lack a font that stands in for ours.
      void Promise.allSettled(fonts.map((font) => font.load())).then(rememberDevanagari);
    };
    if (document.readyState === 'complete') return load();
    window.addEventListener('load', load, { once: true });
    return () => window.removeEventListener('load', load);
  }, []);
  return null;
}
