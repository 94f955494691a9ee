'use client';

import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from '@/components/platform/ui/toaster';
import { useSelectionStore } from '@/lib/selection/store';

/** Shown when the browser does not store the cart (storage disabled or full); the cart still works in this tab. */
export function StorageNotice() {
  const t = useTranslations('list');
  const unsaved = useSelectionStore((state) => state.unsaved);
  useEffect(() => {
    if (unsaved) notify.error(t('notKept'), { id: 'storage' });
  }, [unsaved, t]);
  return null;
}
