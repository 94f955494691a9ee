'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { rememberDevanagari } from '@/lib/platform/i18n/devanagari-cookie';

/** The first letter of the script, in the ranges of the fonts that have it. */
const DEVANAGARI = /U\+0?900\b/i;

/**
 * Loads the Devanagari fonts on the second page of a visit, while the device's own font is shown: they weigh as much as
 * all scripts together, which the first page need not wait for, and exchanging the font of a whole page blocks a slow
 * phone. Pages after that use them. The cookie tells the server that this browser has them.
 */
export function DevanagariFonts({ className }: { className: string }) {
  const pathname = usePathname();
  const last = useRef(pathname);
  const fonts = useRef<'unknown' | 'loading' | 'loaded'>('unknown');
  useEffect(() => {
    if (pathname === last.current) return;
    last.current = pathname;
    if (fonts.current === 'loaded') document.documentElement.classList.add(...className.split(' '));
    if (fonts.current !== 'unknown') return;
    fonts.current = 'loading';
    const found = [...document.fonts].filter(({ unicodeRange }) => DEVANAGARI.test(unicodeRange));
    // The device may lack a font that stands in for ours.
    void Promise.allSettled(found.map((font) => font.load())).then(() => {
      fonts.current = 'loaded';
      rememberDevanagari();
    });
  }, [pathname, className]);
  return null;
}
