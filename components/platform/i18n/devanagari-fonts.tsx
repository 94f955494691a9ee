'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { rememberDevanagari } from '@/lib/platform/i18n/devanagari-cookie';

/** The first letter of the script, in the ranges of the fonts that have it. */
const DEVANAGARI = /U\+0?900\b/i;

/** The page of a visit that loads them, counted from 1: a visitor who looks at the map and leaves does not pay for them. */
const LOADING_PAGE = 3;

/**
 * Loads the Devanagari fonts on the third page of a visit, while the device's own font is shown: they weigh as much as
 * all scripts together, which the first pages need not wait for, and exchanging the font of a whole page blocks a slow
 * phone. Pages after that use them. The cookie tells the server that this browser has them.
 */
export function DevanagariFonts({ className }: { className: string }) {
  const pathname = usePathname();
  const last = useRef(pathname);
  const pages = useRef(1);
  const fonts = useRef<'unknown' | 'loading' | 'loaded'>('unknown');
  useEffect(() => {
    if (pathname === last.current) return;
    last.current = pathname;
    pages.current += 1;
    if (fonts.current === 'loaded') document.documentElement.classList.add(...className.split(' '));
    if (fonts.current !== 'unknown' || pages.current < LOADING_PAGE) return;
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
