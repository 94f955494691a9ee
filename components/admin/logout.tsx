'use client';

import { LoaderCircle, LogOut } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { LEAVING, usePending } from '@/components/platform/form/use-pending';
import { notify } from '@/components/platform/ui/toaster';
import { readAdminToken, signOutAdmin } from '@/lib/api/client/admin';
import { errorText } from '@/lib/platform/i18n/errors';

function onStorage(changed: () => void) {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

/**
 * Ends the session on the server, then in this browser, and goes to /admin/login; on a network failure it stays and
 * shows the error. Rendered only where a token is stored.
 * @param isSignedIn whether the server rendered the page for an administrator
 */
export function AdminLogout({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations('staff');
  const hasToken = useSyncExternalStore(
    onStorage,
    () => readAdminToken() !== null,
    () => isSignedIn,
  );
  const [pending, leave] = usePending(async () => {
    const failure = await signOutAdmin();
    if (!failure) return LEAVING;
    notify.error(failure.message ?? errorText('auth.logout_failed'), { id: 'logout' });
  });
  if (!hasToken) return null;
  return (
    <button
      type="button"
      // Not `disabled`: the button would lose the focus, also when the request fails and the page stays.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={() => void leave()}
      className="inline-flex min-h-tap items-center gap-2 whitespace-nowrap underline-offset-4 hover:underline aria-disabled:cursor-not-allowed aria-disabled:text-on-neel-2 [&_svg]:size-5"
    >
      {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <LogOut aria-hidden />}
      {t('logout')}
    </button>
  );
}
