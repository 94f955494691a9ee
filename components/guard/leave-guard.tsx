'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Dialog, DialogAction, DialogButtons, DialogCancel, DialogContent } from '@/components/ui/dialog';
import { onSessionEnd } from '@/lib/selection/drafts';
import { questionFor } from './classify';
import { holdPage, type Leave } from './leave';

type LeaveGuardProps = {
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
export function LeaveGuard({ dirty, onCommit, onDiscard }: LeaveGuardProps) {
  const router = useRouter();
  const t = useTranslations('guard');
  const [leave, setLeave] = useState<Leave | null>(null);

  const commit = useEffectEvent(onCommit);
  const keepOnUnmount = useEffectEvent(() => dirty && onCommit());

  useEffect(() => {
    if (!dirty) return;
    const release = holdPage(setLeave, (href) => router.push(href));
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

  if (!leave) return null;
  const confirming = questionFor(leave.href) === 'confirm';
  const stay = () => setLeave(null);
  const leaveNow = () => {
    setLeave(null);
    if (confirming && !onCommit(true)) return;
    if (!confirming) onDiscard();
    leave.go();
  };

  return (
    <Dialog open onOpenChange={(open) => !open && stay()}>
      {confirming ? (
        <DialogContent title={t('confirm.title')} description={t('confirm.text')}>
          <DialogButtons>
            <DialogCancel asChild>
              <Button variant="line">{t('confirm.stay')}</Button>
            </DialogCancel>
            <DialogAction asChild>
              <Button onClick={leaveNow}>{t('confirm.leave')}</Button>
            </DialogAction>
          </DialogButtons>
        </DialogContent>
      ) : (
        <DialogContent title={t('discard.title')} description={t('discard.text')}>
          <DialogButtons>
            <DialogCancel asChild>
              <Button>{t('discard.stay')}</Button>
            </DialogCancel>
            <DialogAction asChild>
              <Button variant="line" onClick={leaveNow}>
                {t('discard.leave')}
              </Button>
            </DialogAction>
          </DialogButtons>
        </DialogContent>
      )}
    </Dialog>
  );
}
