'use client';

import { useTranslations } from 'use-intl';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { DialogButtons, ModalClose } from '@/components/platform/ui/dialog';
import type { ListedSession } from '@/lib/platform/device';
import { formatCount } from '@/lib/platform/format-count';
import { EndSessions } from './end-sessions';
import { SessionList } from './session-list';

type SessionsProps = { id: string; username: string; sessions: readonly ListedSession[]; own: string };

/**
 * The number of an administrator's sessions; it opens their list, where each can be ended.
 * @param own the session that shows the page, which ends by the logout
 */
export function Sessions({ id, username, sessions, own }: SessionsProps) {
  const t = useTranslations('administrators');
  const texts = useTranslations('staff.session');
  if (sessions.length === 0) return formatCount(0);
  return (
    <ModalButton
      trigger={
        <button type="button" aria-label={t('sessionsOf', { count: sessions.length, username })}>
          {formatCount(sessions.length)}
        </button>
      }
      title={texts('title')}
      about={username}
    >
      {() => (
        <>
          <SessionList adminId={id} sessions={sessions} own={own} />
          <DialogButtons>
            <EndSessions adminId={id} username={username} />
            <ModalClose asChild>
              <Button variant="line">{t('link.done')}</Button>
            </ModalClose>
          </DialogButtons>
        </>
      )}
    </ModalButton>
  );
}
