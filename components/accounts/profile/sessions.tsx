'use client';

import { useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { RetryNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { Skeleton } from '@/components/platform/ui/skeleton';
import type { Answer } from '@/lib/api/client/call-types';
import type { ApiResult } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';
import { formatMinute } from '@/lib/platform/dates';
import type { Locale } from '@/lib/platform/i18n/locale';
import { useConfirmedPassword } from './confirm-password';

type Session = Answer<'GET /user/sessions'>['sessions'][number];

/** The sponsor's sessions with device and times, a button that ends each other one, and one that ends them all. */
export function Sessions() {
  const t = useTranslations('profile.sessions');
  const confirmed = useConfirmedPassword();
  const loaded = useLoaded(() => callAsSponsor('GET /user/sessions', {}), t('failed'));
  const sessions = loaded.data?.sessions;

  /** @param sessionId absent for all others */
  const end = (sessionId?: string) => async () => {
    const result = await confirmed<unknown>(() =>
      sessionId === undefined
        ? callAsSponsor('DELETE /user/sessions', {})
        : callAsSponsor('DELETE /user/sessions/{sessionId}', { params: { sessionId } }),
    );
    // After a failure too: the session may have ended by itself.
    void loaded.load();
    return result;
  };

  return (
    <section aria-labelledby="sessions" className="grid gap-3">
      <h2 id="sessions" className="text-h3">
        {t('title')}
      </h2>
      <p className="text-ink-2">{t('text')}</p>
      {!sessions && loaded.failure === null && (
        <div role="status">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      <RetryNote loaded={loaded} />
      {sessions && (
        <>
          <ul className="grid gap-px overflow-hidden rounded-2 border border-line bg-line">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} send={end(session.id)} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <ActionButton
              variant="line"
              className="justify-self-start"
              send={end()}
              toast="profile"
              done={t('endedOthers')}
            >
              {t('endOthers')}
            </ActionButton>
          )}
        </>
      )}
    </section>
  );
}

type SessionItemProps = { session: Session; send: () => Promise<ApiResult<unknown>> };

function SessionItem({ session, send }: SessionItemProps) {
  const t = useTranslations('profile.sessions');
  const locale = useLocale() as Locale;
  const id = useId();
  const { device, created_at, last_used_at, is_current } = session;
  const at = (time: string) => formatMinute(new Date(time), locale);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface p-5">
      <div id={`${id}about`} className="me-auto min-w-0">
        <p className="font-semibold" lang={device === null ? undefined : 'en'}>
          {device ?? t('unknown')}
        </p>
        <p className="text-small text-ink-2">{t('opened', { at: at(created_at) })}</p>
        {!is_current && <p className="text-small text-ink-2">{t('used', { at: at(last_used_at) })}</p>}
      </div>
      {is_current ? (
        <span className="text-small font-semibold text-ok">{t('current')}</span>
      ) : (
        <ActionButton
          id={`${id}end`}
          variant="line"
          size="small"
          aria-labelledby={`${id}end ${id}about`}
          send={send}
          toast="profile"
          done={t('ended')}
        >
          {t('end')}
        </ActionButton>
      )}
    </li>
  );
}
