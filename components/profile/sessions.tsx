'use client';

import { useEffect, useId, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Note } from '@/components/ui/note';
import { Skeleton } from '@/components/ui/skeleton';
import { notify } from '@/components/ui/toaster';
import { userGet } from '@/lib/api-client/session';
import { formatMinute } from '@/lib/core/dates';
import type { Locale } from '@/lib/i18n/locale';
import { sessionsSchema } from '@/lib/identity/schema';
import { useRequest } from './use-request';

type Session = z.infer<typeof sessionsSchema>['sessions'][number];
type Loaded = { sessions: Session[] } | { failure: string };

const ALL = '/user/sessions';

/** The sponsor's sessions with device and times, a button that ends each other one, and one that ends them all. */
export function Sessions() {
  const t = useTranslations('profile.sessions');
  const common = useTranslations('common');
  const { pending, problem, remove, dialog } = useRequest();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [loads, setLoads] = useState(1);
  /** The path of the last request. */
  const [asked, setAsked] = useState<string | null>(null);

  useEffect(() => {
    let active = true;
    void userGet(ALL, sessionsSchema).then((answer) => {
      if (active) setLoaded(answer.ok ? answer.data : { failure: answer.message ?? t('failed') });
    });
    return () => {
      active = false;
    };
  }, [loads, t]);
  const load = () => setLoads((before) => before + 1);

  const end = async (path: string, done: string) => {
    if (pending) return;
    setAsked(path);
    if (await remove(path)) notify.success(done, { id: 'profile' });
    // After a failure too: the session may have ended by itself.
    load();
  };

  return (
    <section aria-labelledby="sessions" className="grid gap-3">
      <h2 id="sessions" className="text-h3">
        {t('title')}
      </h2>
      <p className="text-ink-2">{t('text')}</p>
      {problem !== null && <Note>{problem}</Note>}
      {loaded === null && (
        <div role="status">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {loaded && 'failure' in loaded && (
        <Note>
          <p>{loaded.failure}</p>
          <Button variant="bare" size="small" className="-ms-2" onClick={load}>
            {common('tryAgain')}
          </Button>
        </Note>
      )}
      {loaded && 'sessions' in loaded && (
        <>
          <ul className="grid gap-px overflow-hidden rounded-2 border border-line bg-line">
            {loaded.sessions.map((session) => {
              const path = `${ALL}/${session.id}`;
              return (
                <SessionItem
                  key={session.id}
                  session={session}
                  pending={pending && asked === path}
                  onEnd={() => void end(path, t('ended'))}
                />
              );
            })}
          </ul>
          {loaded.sessions.length > 1 && (
            <Button
              variant="line"
              className="justify-self-start"
              pending={pending && asked === ALL}
              onClick={() => void end(ALL, t('endedOthers'))}
            >
              {t('endOthers')}
            </Button>
          )}
        </>
      )}
      {dialog}
    </section>
  );
}

type SessionItemProps = { session: Session; pending: boolean; onEnd: () => void };

function SessionItem({ session, pending, onEnd }: SessionItemProps) {
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
        <Button
          id={`${id}end`}
          variant="line"
          size="small"
          pending={pending}
          aria-labelledby={`${id}end ${id}about`}
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}
