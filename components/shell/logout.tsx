'use client';

import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/ui/cn';
import { sidebarRow } from './links';

/** Ends the session on the server, then on this browser, and goes to /login (R-SHELL-07, A-23). */
export function Logout() {
  const t = useTranslations('shell');
  const [pending, setPending] = useState(false);
  const logOut = async () => {
    setPending(true);
    const token = localStorage.getItem('token') ?? '';
    await fetch('/api/user/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    location.replace('/login');
  };
  return (
    <button
      type="button"
      disabled={pending}
      aria-busy={pending || undefined}
      onClick={logOut}
      className={cn(sidebarRow, 'border border-neel-line text-on-neel hover:bg-neel-2 disabled:text-on-neel-2')}
    >
      <LogOut aria-hidden />
      {t('logout')}
    </button>
  );
}
