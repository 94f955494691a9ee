'use client';

import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from '@/components/ui/toaster';
import { endClientSession } from '@/lib/api-client/session';
import { useSession } from '@/lib/identity/store';
import { commitDrafts } from '@/lib/selection/unsaved-drafts';
import { takeGreeting } from './greeting';

/** Whose pages this document has shown: the router and the stores of the tab may still hold some of them. */
let shownTo: string | null = null;

const never = () => () => undefined;

/**
 * Keeps the dashboard true to the browser's session: it greets after a login, leaves when another tab logs out, and
 * starts anew when another tab signs somebody else in. Pages that Back finds in the router's memory are shown to their sponsor only.
 * @param userId whose pages the server has rendered
 */
export function SessionWatch({ userId, children }: { userId: string; children: ReactNode }) {
  const t = useTranslations('auth.login');
  // False while the server's own document comes alive: that one is not from memory.
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [isForeign] = useState(
    () => isRunning && (useSession.getState().userId !== userId || (shownTo ?? userId) !== userId),
  );

  useEffect(() => {
    if (isForeign) location.reload();
    else shownTo = userId;
  }, [isForeign, userId]);

  useEffect(() => {
    if (takeGreeting('sponsor')) notify.success(t('done'));
  }, [t]);

  useEffect(() => {
    if (isForeign) return;
    // Pages of one sponsor with the token of another, or with none: neither carrier is to be trusted.
    if (useSession.getState().userId !== userId) endClientSession();
    const stop = useSession.subscribe((now) => {
      if (now.userId === null) endClientSession();
      else if (now.userId !== userId) {
        // Takes the question about unsaved changes away; the draft is not the new user's and is not kept.
        commitDrafts();
        location.replace('/dashboard');
      }
    });
    // A page taken from the browser's memory may be older than the session: the server decides again.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    window.addEventListener('pageshow', onShow);
    return () => {
      stop();
      window.removeEventListener('pageshow', onShow);
    };
  }, [isForeign, userId]);

  return isForeign ? null : children;
}
