'use client';

import dynamic from 'next/dynamic';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { onSessionEnd } from '@/lib/selection/unsaved-drafts';
import { dialogFor } from './link-click';
import { blockNavigation, type NavigationAttempt } from './block-navigation';

/** Loaded as soon as there are unsaved changes, so that the prompt appears without delay. */
const loadDialog = () => import('./leave-dialog').then(({ LeaveDialog }) => LeaveDialog);
const LeaveDialog = dynamic(loadDialog, { ssr: false });

type UnsavedChangesGuardProps = {
  /** True while the page has unsaved changes. */
  dirty: boolean;
  /** Stores them; false if refused, which cancels the navigation. `confirmed` when the target shows the selection. */
  onCommit: (confirmed?: boolean) => boolean;
  /** Reverts to what is stored. */
  onDiscard: () => void;
  /** True if the page keeps unsaved changes when only its search parameters change. */
  anyQuery?: boolean;
};

/**
 * Prompts before unsaved changes are lost, in both flows. Where no prompt is possible, when the session ends or the
 * page is unloaded, they are stored (R-DSEL-10).
 */
export function UnsavedChangesGuard({ dirty, onCommit, onDiscard, anyQuery = false }: UnsavedChangesGuardProps) {
  const router = useRouter();
  // The guard returns to the tab's position in the history, which changes with the search parameters.
  const query = useSearchParams().toString();
  const [leave, setLeave] = useState<NavigationAttempt | null>(null);

  const commit = useEffectEvent(onCommit);
  const keepOnUnmount = useEffectEvent(() => dirty && onCommit());

  useEffect(() => {
    if (!dirty) return;
    const release = blockNavigation(setLeave, (href) => router.push(href), anyQuery);
    const stop = onSessionEnd(() => {
      release();
      commit();
    });
    return () => {
      stop();
      release();
    };
  }, [dirty, router, anyQuery, query]);
  useEffect(() => () => void keepOnUnmount(), []);

  useEffect(() => {
    if (dirty) void loadDialog();
  }, [dirty]);

  if (!leave) return null;
  const confirming = dialogFor(leave.href) === 'confirm';
  const leaveNow = () => {
    setLeave(null);
    if (confirming && !onCommit(true)) return;
    if (!confirming) onDiscard();
    leave.go();
  };
  return <LeaveDialog confirming={confirming} onStay={() => setLeave(null)} onLeave={leaveNow} />;
}
