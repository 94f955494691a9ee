'use client';

import { useEffect, useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { takeGreeting } from '@/components/auth/greeting';
import { notify } from '@/components/ui/toaster';
import { callAs, forgetAsked, isAdminKey, leaveAdmin, readAdminToken } from '@/lib/api-client/admin';
import { hidePage } from './hide-page';

/** The token with which this document's pages were shown: the router may still remember some of them. */
let shownWith: string | null = null;

/**
 * Keeps the pages of the area true to the browser's session (R-ADMIN-06, R-STATE-04): it greets after a login, leaves where
 * there is no token or another tab has logged out, and starts anew where another tab has logged in. It guards nothing: the
 * server decides what is sent.
 * @param session the id of the session whose cookie opened the page: its calls are made as this one or not at all
 */
export function SessionWatch({ session }: { session: string }) {
  const t = useTranslations('admin.login');

  useLayoutEffect(() => callAs(session), [session]);

  // Before anything is painted: this may be a page that Back has found in the router's memory.
  useLayoutEffect(() => {
    const check = () => {
      const token = readAdminToken();
      shownWith ??= token;
      if (token !== null && token === shownWith) return true;
      hidePage();
      if (token !== null) location.reload();
      else leaveAdmin(shownWith === null ? 'admin.no_token' : 'admin.session_ended');
      return false;
    };
    if (check()) forgetAsked();
    const onStorage = ({ key }: StorageEvent) => isAdminKey(key) && check();
    // A tab that slept may have missed what others did.
    const onWake = () => document.visibilityState === 'visible' && check();
    // A page from the browser's memory may be older than its session: the server decides again.
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
    if (takeGreeting('admin')) notify.success(t('done'));
  }, [t]);

  return null;
}
