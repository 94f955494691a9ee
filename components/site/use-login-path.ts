'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { loginPath } from '@/lib/site/return-path';

/** Returns the address of the login page that leads back to the current page. */
export function useLoginPath(): string {
  const path = usePathname();
  const query = useSearchParams().toString();
  return loginPath(query ? `${path}?${query}` : path);
}
