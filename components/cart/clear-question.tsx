'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Dialog, DialogAction, DialogButtons, DialogCancel, DialogContent } from '@/components/ui/dialog';

/** The confirmation before the cart is emptied. */
export function ClearQuestion({ onClear, onClose }: { onClear: () => void; onClose: () => void }) {
  const t = useTranslations('cart.clear');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('title')} description={t('text')}>
        <DialogButtons>
          <DialogCancel asChild>
            <Button>{t('cancel')}</Button>
          </DialogCancel>
          <DialogAction asChild>
            <Button variant="line" onClick={onClear}>
              {t('confirm')}
            </Button>
          </DialogAction>
        </DialogButtons>
      </DialogContent>
    </Dialog>
  );
}
