'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { loginPath, registerPath } from '@/lib/platform/site/return-path';

/** Returns the addresses of the login page and the registration, which lead back to the current page. */
export function useAccountPaths(): { login: string; register: string } {
  const path = usePathname();
  const query = useSearchParams().toString();
  const from = query ? `${path}?${query}` : path;
  return { login: loginPath(from), register: registerPath(from) };
}
