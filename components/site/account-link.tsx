'use client';

import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/ui/cn';
import { useSession } from '@/lib/identity/store';

/**
 * 'Sign In', or 'Dashboard' once the browser's storage says that somebody is signed in (A-23: it opens nothing). Both stand
 * in the same place, so that nothing moves when the one becomes the other.
 */
export function AccountLink({ className }: { className?: string }) {
  const t = useTranslations('auth');
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const label = 'col-start-1 row-start-1';
  return (
    <Link href={isLoggedIn ? '/dashboard' : '/login'} className={cn(className, 'grid justify-items-end gap-0')}>
      <span className={cn(label, isLoggedIn && 'invisible')}>{t('signIn')}</span>
      <span className={cn(label, !isLoggedIn && 'invisible')}>{t('dashboard')}</span>
    </Link>
  );
}
