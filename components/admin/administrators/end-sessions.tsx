'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/form/action-button';
import { adminPost } from '@/lib/api-client/admin';
import { endedSchema } from '@/lib/identity/schema';

/** Ends the sessions of the account with this path in the API; one's own present session stays. */
export function EndSessions({ path, username }: { path: string; username: string }) {
  const t = useTranslations('administrators');
  return (
    <ActionButton
      variant="bare"
      size="small"
      aria-label={t('endOf', { username })}
      send={() => adminPost(`${path}/logout`, {}, endedSchema)}
      toast="administrator"
      done={({ ended }) => t('ended', { username, count: ended })}
    >
      {t('end')}
    </ActionButton>
  );
}
