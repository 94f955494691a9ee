'use client';

import { useLocale, useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatMinute } from '@/lib/platform/dates';
import type { ListedSession } from '@/lib/platform/device';

type SessionListProps = {
  /** Absent for one's own account. */
  adminId?: string;
  sessions: readonly ListedSession[];
  /** The session that shows the page. */
  own: string;
};

/** The sessions of an account, each with a button that ends it. */
export function SessionList({ adminId, sessions, own }: SessionListProps) {
  const [t, locale] = [useTranslations('staff.session'), useLocale()];
  const end = (sessionId: string) =>
    adminId === undefined
      ? callAsAdmin('DELETE /admin/account/sessions/{sessionId}', { params: { sessionId } })
      : callAsAdmin('DELETE /admin/administrators/{adminId}/sessions/{sessionId}', { params: { adminId, sessionId } });
  return (
    <ul className="grid gap-3">
      {sessions.map(({ id: session, device, createdAt, lastUsedAt }) => {
        const created = formatMinute(createdAt, locale);
        const name = device ?? t('unknown');
        return (
          <li key={session} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3">
            <div className="me-auto min-w-0 text-small">
              <p className="font-semibold">{name}</p>
              <p className="text-ink-2">{t('times', { created, used: formatMinute(lastUsedAt, locale) })}</p>
            </div>
            {session === own ? (
              <span className="text-small text-ink-2">{t('own')}</span>
            ) : (
              <ActionButton
                variant="line"
                size="small"
                aria-label={t('endOf', { device: name, created })}
                send={() => end(session)}
                toast="administrator"
                done={t('ended')}
              >
                {t('end')}
              </ActionButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
