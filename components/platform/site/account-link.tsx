'use client';

import { useEffect, type ReactNode } from 'react';
import { consumeWelcomeToast } from './greeting';
import { Link } from '@/components/platform/ui/link';
import { notify } from '@/components/platform/ui/toaster';
import { useSignedIn } from '@/lib/api/client/use-signed-in';
import { useAccountPaths } from './use-account-paths';

type AccountLinkProps = {
  signIn: string;
  dashboard: string;
  /** The toast after a login that led back to this page. */
  greeting: string;
  icon: ReactNode;
  className?: string;
};

/**
 * 'Sign In', which leads back to this page, or 'Dashboard' if the browser has a stored session (display only, no
 * authorization). Both take the same space, so that nothing shifts; phones show an icon instead.
 */
export function AccountLink({ signIn, dashboard, greeting, icon, className = '' }: AccountLinkProps) {
  const isLoggedIn = useSignedIn();
  const { login } = useAccountPaths();
  useEffect(() => {
    if (consumeWelcomeToast('sponsor')) notify.success(greeting);
  }, [greeting]);
  const label = 'col-start-1 row-start-1 max-[30rem]:sr-only';
  return (
    <Link href={isLoggedIn ? '/dashboard' : login} className={className}>
      {icon}
      <span className={`${label} ${isLoggedIn ? 'invisible' : ''}`}>{signIn}</span>
      <span className={`${label} ${isLoggedIn ? '' : 'invisible'}`}>{dashboard}</span>
    </Link>
  );
}
