'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from '@/components/platform/ui/toaster';
import { useBrowserValue } from '@/components/platform/ui/use-browser-value';
import { endClientSession } from '@/lib/api/client/session';
import { readSession } from '@/lib/api/client/session-storage';
import { onSessionChange } from '@/lib/api/client/use-signed-in';
import { commitDrafts } from '@/lib/selection/unsaved-drafts';
import { consumeWelcomeToast } from '@/components/platform/site/greeting';

/**
 * The user whose pages this document has shown: the router cache and the stores of the tab may still contain their
 * data.
 */
let renderedFor: string | null = null;

/**
 * Syncs the dashboard with the browser's session: greets after a login, leaves when another tab logs out, reloads when
 * another tab signs in as someone else. Pages restored from the router cache are shown to their sponsor only.
 * @param userId the user whose pages the server rendered
 */
export function SessionWatch({ userId, children }: { userId: string; children: ReactNode }) {
  const t = useTranslations('auth.login');
  // False during hydration: the server's document does not come from the cache.
  const isRunning = useBrowserValue(() => true, false);
  const [isForeign] = useState(
    () => isRunning && (readSession().userId !== userId || (renderedFor ?? userId) !== userId),
  );

  useEffect(() => {
    if (isForeign) location.reload();
    else renderedFor = userId;
  }, [isForeign, userId]);

  useEffect(() => {
    if (consumeWelcomeToast('sponsor')) notify.success(t('done'));
  }, [t]);

  useEffect(() => {
    if (isForeign) return;
    // The pages of one sponsor with the token of another or none: neither cookie nor token can be trusted.
    if (readSession().userId !== userId) endClientSession();
    const stop = onSessionChange(() => {
      const { userId: signedIn } = readSession();
      if (signedIn === null) endClientSession();
      else if (signedIn !== userId) {
        // Commits drafts to avoid the prompt about unsaved changes; they are not the new user's and are not stored.
        commitDrafts();
        location.replace('/dashboard');
      }
    });
    // A page from the back/forward cache may be older than the session: the server checks again.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    window.addEventListener('pageshow', onShow);
    return () => {
      stop();
      window.removeEventListener('pageshow', onShow);
    };
  }, [isForeign, userId]);

  return isForeign ? null : children;
}
