'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMayCall } from '@/components/admin/role';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { FINANCE_ROLES } from '@/lib/admin/accounts/roles';
import { adminDelete } from '@/lib/api-client/admin';
import { endedSchema } from '@/lib/identity/schema';

/** Ends all sessions of a sponsor, for administrators who may. */
export function EndSponsorSessions({ userId }: { userId: string }) {
  const t = useTranslations('usersAndBillings.view');
  const [pending, setPending] = useState(false);
  const end = async () => {
    setPending(true);
    const result = await adminDelete(`/admin/users/${userId}/sessions`, endedSchema);
    setPending(false);
    if (result.ok) notify.success(t('sessionsEnded', { count: result.data.ended }), { id: 'sessions' });
    else notify.error(result.message ?? t('sessionsFailed'), { id: 'sessions' });
  };
  if (!useMayCall(FINANCE_ROLES)) return null;
  return (
    <section className="grid gap-2">
      <h3>{t('sessions')}</h3>
      <p className="text-small text-ink-2">{t('endSessionsText')}</p>
      <Button variant="line" size="small" className="justify-self-start" pending={pending} onClick={() => void end()}>
        {t('endSessions')}
      </Button>
    </section>
  );
}
