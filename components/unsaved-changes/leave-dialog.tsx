'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Dialog, DialogAction, DialogButtons, DialogCancel, DialogContent } from '@/components/ui/dialog';

type LeaveDialogProps = { confirming: boolean; onStay: () => void; onLeave: () => void };

/** The prompt of UnsavedChangesGuard: go on to a page that shows the selection, or discard it. */
export function LeaveDialog({ confirming, onStay, onLeave }: LeaveDialogProps) {
  const t = useTranslations('unsavedChanges');
  return (
    <Dialog open onOpenChange={(open) => !open && onStay()}>
      {confirming ? (
        <DialogContent title={t('confirm.title')} description={t('confirm.text')}>
          <DialogButtons>
            <DialogCancel asChild>
              <Button variant="line">{t('confirm.stay')}</Button>
            </DialogCancel>
            <DialogAction asChild>
              <Button onClick={onLeave}>{t('confirm.leave')}</Button>
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
              <Button variant="line" onClick={onLeave}>
                {t('discard.leave')}
              </Button>
            </DialogAction>
          </DialogButtons>
        </DialogContent>
      )}
    </Dialog>
  );
}
