'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { call } from '@/lib/api/client/client';

/** A button that ends a request. @param course what was waited for */
export function WithdrawRequest({ id, course }: { id: string; course: string }) {
  const t = useTranslations('waiting');
  return (
    <ActionButton
      variant="line"
      size="small"
      aria-label={t('withdrawOf', { course })}
      send={() => call('DELETE /waiting/{requestId}', { params: { requestId: id } })}
      toast="waiting"
      done={t('withdrawn')}
      failed={{ code: 'waiting.failed' }}
    >
      {t('withdraw')}
    </ActionButton>
  );
}
