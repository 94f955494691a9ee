'use client';

import { useEffect, useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { consumeWelcomeToast } from '@/components/platform/site/greeting';
import { notify } from '@/components/platform/ui/toaster';
import { setPageSession, clearReloadMark, isAdminKey, leaveAdmin, readAdminToken } from '@/lib/api/client/admin';
import { hidePage } from './hide-page';

/** The token with which this document's pages were rendered: the router cache may still contain them. */
let renderedWith: string | null = null;

/**
 * Syncs the pages with the browser's session: greets after a login, leaves when the token is missing or another tab
 * logs out, reloads when another tab logs in. Not a security check: the server decides what is sent.
 * @param session the id of the session whose cookie rendered the page: requests use this session or none
 */
export function SessionWatch({ session }: { session: string }) {
  const t = useTranslations('staff.login');

  useLayoutEffect(() => setPageSession(session), [session]);

  // Before paint: Back may have restored this page from the router cache.
  useLayoutEffect(() => {
    const check = () => {
      const token = readAdminToken();
      renderedWith ??= token;
      if (token !== null && token === renderedWith) return true;
      hidePage();
      if (token !== null) location.reload();
      else leaveAdmin(renderedWith === null ? 'admin.no_token' : 'admin.session_ended');
      return false;
    };
    if (check()) clearReloadMark();
    const onStorage = ({ key }: StorageEvent) => isAdminKey(key) && check();
    // A suspended tab may have missed changes of other tabs.
    const onWake = () => document.visibilityState === 'visible' && check();
    // A page from the back/forward cache may be older than its session: the server checks again.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && check() && location.reload();
    window.addEventListener('storage', onStorage);
    document.addEventListener('visibilitychange', onWake);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      document.removeEventListener('visibilitychange', onWake);
      window.removeEventListener('pageshow', onShow);
    };
  }, []);

  useEffect(() => {
    if (consumeWelcomeToast('admin')) notify.success(t('done'));
  }, [t]);

  return null;
}
