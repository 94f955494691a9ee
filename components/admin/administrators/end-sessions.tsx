'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { callAsAdmin } from '@/lib/api/client/admin';

type EndSessionsProps = {
  /** Absent for one's own account, whose present session stays. */ adminId?: string;
  username: string;
};

/** Ends the sessions of an account. */
export function EndSessions({ adminId, username }: EndSessionsProps) {
  const t = useTranslations('staff');
  return (
    <ActionButton
      variant="bare"
      size="small"
      aria-label={t('endOf', { username })}
      send={() =>
        adminId === undefined
          ? callAsAdmin('POST /admin/account/logout', {})
          : callAsAdmin('POST /admin/administrators/{adminId}/logout', { params: { adminId } })
      }
      toast="administrator"
      done={({ ended }) => t('ended', { username, count: ended })}
    >
      {t('end')}
    </ActionButton>
  );
}
