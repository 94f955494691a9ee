'use client';

import { LoaderCircle, LogOut } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LEAVING, usePending } from '@/components/platform/form/use-pending';
import { cn } from '@/components/platform/ui/cn';
import { notify } from '@/components/platform/ui/toaster';
import { navigateOrAsk } from '@/components/platform/unsaved-changes/block-navigation';
import { errorText } from '@/lib/platform/i18n/errors';
import { signOut } from '@/lib/api/client/sign-in';
import { sidebarRow } from './rows';

/** Ends the session on the server, then in this browser, and goes to /login; prompts for unsaved changes first. */
export function Logout() {
  const t = useTranslations('shell');
  const [pending, leave] = usePending(async () => {
    const ended = await signOut();
    if (ended.ok) return LEAVING;
    notify.error(ended.message ?? errorText('auth.logout_failed'), { id: 'logout' });
  });
  return (
    <button
      type="button"
      // Not `disabled`: the button would lose the focus.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={() => !pending && navigateOrAsk('/login', leave)}
      className={cn(
        sidebarRow,
        'border border-neel-line text-on-neel hover:bg-neel-2 aria-disabled:cursor-not-allowed aria-disabled:text-on-neel-2',
      )}
    >
      {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <LogOut aria-hidden />}
      {t('logout')}
    </button>
  );
}
