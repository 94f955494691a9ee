'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import type { SessionAction } from '@/lib/sessions/schema';
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
  const t = useTranslations(`sessions.${action.action}`);
  const form = useTranslations('sessions.form');
  const router = useRouter();
  return (
    <FormDialog
      trigger={<Button {...button}>{label}</Button>}
      title={t('title', { name })}
      submit={t('yes')}
      submitting={form('saving')}
      send={() => callAsAdmin('POST /admin/academic-sessions/{session}', { params: { session: name }, body: action })}
      toast="session"
      done={t('done', { name })}
      onRefused={() => router.refresh()}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
