'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogAction,
  DialogButtons,
  DialogCancel,
  DialogContent,
  DialogTrigger,
} from '@/components/ui/dialog';

/** 'Clear Cart' and the question before it (R-CART-07…09). */
export function ClearCart({ onClear }: { onClear: () => void }) {
  const t = useTranslations('cart.clear');
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="bare" className="justify-self-center">
          {t('open')}
        </Button>
      </DialogTrigger>
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
