'use client';

import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { leave } from './leave';

/** The router for navigation in code: asks first while a page has unsaved changes. */
export function useGuardedRouter() {
  const router = useRouter();
  return useMemo(() => {
    const guarded = (navigate: (href: string) => void) => (href: string) =>
      leave({ href: new URL(href, location.href).href, go: () => navigate(href) });
    return { push: guarded((href) => router.push(href)), replace: guarded((href) => router.replace(href)) };
  }, [router]);
}
