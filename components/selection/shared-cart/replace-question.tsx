'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Dialog, DialogAction, DialogButtons, DialogCancel, DialogContent } from '@/components/platform/ui/dialog';

type ReplaceQuestionProps = {
  /** Number of courses that the cart has with other seats, or has adopted. */
  count: number;
  onKeep: () => void;
  onReplace: () => void;
  onClose: () => void;
};

/** Asked before lines of the cart are replaced by those of a link. */
export function ReplaceQuestion({ count, onKeep, onReplace, onClose }: ReplaceQuestionProps) {
  const t = useTranslations('sharedCart.take.question');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('title')} description={t('text', { count })}>
        <DialogButtons>
          <DialogCancel asChild>
            <Button variant="line">{t('cancel')}</Button>
          </DialogCancel>
          <DialogAction asChild>
            <Button variant="line" onClick={onReplace}>
              {t('replace')}
            </Button>
          </DialogAction>
          <DialogAction asChild>
            <Button onClick={onKeep}>{t('keep')}</Button>
          </DialogAction>
        </DialogButtons>
      </DialogContent>
    </Dialog>
  );
}
