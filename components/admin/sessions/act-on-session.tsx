'use client';

import { useRouter } from 'next/navigation';
import { useState, type ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Question } from '@/components/platform/ui/question';
import { notify } from '@/components/platform/ui/toaster';
import type { SessionAction } from '@/lib/admin/sessions/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

type ActOnSessionProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'aria-label'> & {
  name: string;
  action: SessionAction;
  label: string;
  /** What is asked before. */
  text: string;
};

/** A button that opens or closes a session after a question. */
export function ActOnSession({ name, action, label, text, ...button }: ActOnSessionProps) {
  const t = useTranslations(`academicSessions.${action.action}`);
  const common = useTranslations('common');
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [pending, act] = usePending(async () => {
    const result = await callAsAdmin('POST /admin/academic-sessions/{session}', {
      params: { session: name },
      body: action,
    });
    if (result.ok) notify.success(t('done', { name }), { id: 'session' });
    else notify.error(result.message ?? common('failed'), { id: 'session' });
    router.refresh();
  });
  return (
    <>
      <Button {...button} pending={pending} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <Question
          title={t('title', { name })}
          text={text}
          no={t('no')}
          yes={t('yes')}
          onYes={() => void act()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
