'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { Button } from '@/components/platform/ui/button';
import { DialogButtons, Modal, ModalClose, ModalContent, ModalTrigger } from '@/components/platform/ui/dialog';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatDateTime } from '@/lib/platform/dates';
import type { ListedSession } from '@/lib/platform/device';
import { formatCount } from '@/lib/platform/format-count';
import { EndSessions } from './end-sessions';

type SessionsProps = { id: string; username: string; sessions: readonly ListedSession[]; own: string };

/**
 * The number of an administrator's sessions; it opens their list, where each can be ended.
 * @param own the session that shows the page, which ends by the logout
 */
export function Sessions({ id, username, sessions, own }: SessionsProps) {
  const t = useTranslations('administrators');
  if (sessions.length === 0) return formatCount(0);
  return (
    <Modal>
      <ModalTrigger asChild>
        <Button variant="bare" size="small" aria-label={t('sessionsOf', { count: sessions.length, username })}>
          {formatCount(sessions.length)}
        </Button>
      </ModalTrigger>
      <ModalContent title={t('session.title')}>
        <p className="-mt-2 text-small font-semibold wrap-anywhere">{username}</p>
        <SessionList adminId={id} sessions={sessions} own={own} />
        <DialogButtons>
          <EndSessions adminId={id} username={username} />
          <ModalClose asChild>
            <Button variant="line">{t('link.done')}</Button>
          </ModalClose>
        </DialogButtons>
      </ModalContent>
    </Modal>
  );
}

type SessionListProps = {
  /** Absent for one's own account. */
  adminId?: string;
  sessions: readonly ListedSession[];
  /** The session that shows the page. */
  own: string;
};

/** The sessions of an account, each with a button that ends it. */
export function SessionList({ adminId, sessions, own }: SessionListProps) {
  const t = useTranslations('administrators');
  const end = (sessionId: string) =>
    adminId === undefined
      ? callAsAdmin('DELETE /admin/account/sessions/{sessionId}', { params: { sessionId } })
      : callAsAdmin('DELETE /admin/administrators/{adminId}/sessions/{sessionId}', { params: { adminId, sessionId } });
  return (
    <ul className="grid gap-3">
      {sessions.map(({ id: session, device, createdAt, lastUsedAt }) => {
        const created = formatDateTime(createdAt);
        const name = device ?? t('session.unknown');
        return (
          <li key={session} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3">
            <div className="me-auto min-w-0 text-small">
              <p className="font-semibold">{name}</p>
              <p className="text-ink-2">{t('session.times', { created, used: formatDateTime(lastUsedAt) })}</p>
            </div>
            {session === own ? (
              <span className="text-small text-ink-2">{t('session.own')}</span>
            ) : (
              <ActionButton
                variant="line"
                size="small"
                aria-label={t('session.endOf', { device: name, created })}
                send={() => end(session)}
                toast="administrator"
                done={t('session.ended')}
              >
                {t('session.end')}
              </ActionButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
