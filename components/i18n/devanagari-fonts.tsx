'use client';

import { useEffect } from 'react';
import { rememberDevanagari } from '@/lib/i18n/devanagari-cookie';

/**
 * Loads the Devanagari fonts after the page, which a device's own font shows until then: they weigh as much as all
 * scripts together. The cookie tells the server that this browser has them, so that later pages use them at once.
 */
export function DevanagariFonts({ className }: { className: string }) {
  useEffect(() => {
    const apply = () => {
      document.documentElement.classList.add(...className.split(' '));
      void document.fonts.ready.then(rememberDevanagari);
    };
    if (document.readyState === 'complete') return apply();
    window.addEventListener('load', apply, { once: true });
    return () => window.removeEventListener('load', apply);
  }, [className]);
  return null;
}
