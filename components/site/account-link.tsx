'use client';

import { User } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/ui/cn';
import { useSession } from '@/lib/identity/store';

/**
 * 'Sign In', or 'Dashboard' once the browser's storage says that somebody is signed in (A-23: it opens nothing). Both stand
 * in the same place, so that nothing moves when the one becomes the other; on the narrowest phones an icon stands for them.
 */
export function AccountLink({ className }: { className?: string }) {
  const t = useTranslations('auth');
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const label = 'col-start-1 row-start-1 max-[22.5rem]:sr-only';
  return (
    <Link
      href={isLoggedIn ? '/dashboard' : '/login'}
      className={cn(className, 'grid justify-items-end gap-0 max-[22.5rem]:w-11 max-[22.5rem]:justify-items-center')}
    >
      <User aria-hidden className="size-5 min-[22.5rem]:hidden" />
      <span className={cn(label, isLoggedIn && 'invisible')}>{t('signIn')}</span>
      <span className={cn(label, !isLoggedIn && 'invisible')}>{t('dashboard')}</span>
    </Link>
  );
}
