'use client';

import { useTranslations } from 'use-intl';
import { useMayCall } from '@/components/admin/viewer';
import { ActionButton } from '@/components/platform/form/action-button';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import { callAsAdmin } from '@/lib/api/client/admin';

/** Ends all sessions of a sponsor, for administrators who may. */
export function EndSponsorSessions({ userId }: { userId: string }) {
  const t = useTranslations('usersAndBillings.view');
  if (!useMayCall(FINANCE_ROLES)) return null;
  return (
    <section className="grid gap-2">
      <h3>{t('sessions')}</h3>
      <p className="text-small text-ink-2">{t('endSessionsText')}</p>
      <ActionButton
        variant="line"
        size="small"
        className="justify-self-start"
        send={() => callAsAdmin('DELETE /admin/users/{userId}/sessions', { params: { userId } })}
        toast="sessions"
        done={({ ended }) => t('sessionsEnded', { count: ended })}
        failed={t('sessionsFailed')}
      >
        {t('endSessions')}
      </ActionButton>
    </section>
  );
}
