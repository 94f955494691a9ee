'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Where the link that led to a page went away with the page before, the focus goes to the new page's content, never to nothing. */
export function PageFocus() {
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
