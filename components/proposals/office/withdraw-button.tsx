'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { callAsAdmin } from '@/lib/api/client/admin';

/** The button that withdraws an open proposal. @param course its names; `change`: what it changes */
export function WithdrawButton({ id, course, change }: { id: string; course: string; change: string }) {
  const t = useTranslations('office.proposals');
  return (
    <ActionButton
      variant="line"
      size="small"
      aria-label={t('withdrawOf', { course, change })}
      send={() => callAsAdmin('DELETE /office/proposals/{proposalId}', { params: { proposalId: id } })}
      toast="proposal"
      done={t('isWithdrawn')}
    >
      {t('withdraw')}
    </ActionButton>
  );
}
