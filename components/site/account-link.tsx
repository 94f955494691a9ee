'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useSignedIn } from '@/lib/identity/use-signed-in';

type AccountLinkProps = { signIn: string; dashboard: string; icon: ReactNode; className?: string };

/**
 * 'Sign In', or 'Dashboard' if the browser has a stored session (display only, no authorization). Both take the same
 * space, so that nothing shifts; phones show an icon instead.
 */
export function AccountLink({ signIn, dashboard, icon, className = '' }: AccountLinkProps) {
  const isLoggedIn = useSignedIn();
  const label = 'col-start-1 row-start-1 max-[30rem]:sr-only';
  return (
    <Link href={isLoggedIn ? '/dashboard' : '/login'} className={className}>
      {icon}
      <span className={`${label} ${isLoggedIn ? 'invisible' : ''}`}>{signIn}</span>
      <span className={`${label} ${isLoggedIn ? '' : 'invisible'}`}>{dashboard}</span>
    </Link>
  );
}
