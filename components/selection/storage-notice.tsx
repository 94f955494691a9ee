'use client';

import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from '@/components/ui/toaster';
import { useSelectionStore } from '@/lib/selection/store';

/** Says so when the browser does not keep the cart (storage off or full); the cart goes on working in this tab. */
export function StorageNotice() {
  const t = useTranslations('list');
  const unsaved = useSelectionStore((state) => state.unsaved);
  useEffect(() => {
    if (unsaved) notify.error(t('notKept'), { id: 'storage' });
  }, [unsaved, t]);
  return null;
}
