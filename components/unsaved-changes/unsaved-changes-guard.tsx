'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { onSessionEnd } from '@/lib/selection/unsaved-drafts';
import { dialogFor } from './link-click';
import { blockNavigation, type NavigationAttempt } from './block-navigation';

/** Fetched as soon as there is something to lose, so that the question is at hand when it is asked. */
const loadDialog = () => import('./leave-dialog').then(({ LeaveDialog }) => LeaveDialog);
const LeaveDialog = dynamic(loadDialog, { ssr: false });

type UnsavedChangesGuardProps = {
  /** True while the page holds something that is not stored. */
  dirty: boolean;
  /** Stores it; false when that was refused, which keeps the sponsor here. `confirmed` on the way to a page that shows it. */
  onCommit: (confirmed?: boolean) => boolean;
  /** Goes back to what is stored. */
  onDiscard: () => void;
};

/**
 * Asks before unsaved changes are left behind, in both flows (R-LIST-23, R-STATE-16, A-45). Where nobody can be asked, when
 * the session ends or the page is taken away, they are stored (R-DSEL-10).
 */
export function UnsavedChangesGuard({ dirty, onCommit, onDiscard }: UnsavedChangesGuardProps) {
  const router = useRouter();
  const [leave, setLeave] = useState<NavigationAttempt | null>(null);

  const commit = useEffectEvent(onCommit);
  const keepOnUnmount = useEffectEvent(() => dirty && onCommit());

  useEffect(() => {
    if (!dirty) return;
    const release = blockNavigation(setLeave, (href) => router.push(href));
    const stop = onSessionEnd(() => {
      release();
      commit();
    });
    return () => {
      stop();
      release();
    };
  }, [dirty, router]);
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
