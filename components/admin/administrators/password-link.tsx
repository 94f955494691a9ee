'use client';

import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { adminPost } from '@/lib/api-client/admin';
import { linkSchema, MadeLink } from './made-link';

type PasswordLinkProps = { id: string; username: string; /** How long the link works. */ hours: number };

/** The button that creates a link with which an administrator sets another password. */
export function PasswordLink({ id, username, hours }: PasswordLinkProps) {
  const t = useTranslations('administrators');
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [link, setLink] = useState<z.infer<typeof linkSchema> | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const result = await adminPost(`/admin/administrators/${id}/link`, {}, linkSchema);
    setPending(false);
    if (!result.ok) return setProblem(result.message ?? t('failed'));
    setLink(result.data);
  };
  const setShown = (next: boolean) => {
    setProblem(null);
    setLink(null);
    setOpen(next);
  };

  return (
    <Modal open={open} onOpenChange={setShown}>
      <ModalTrigger asChild>
        <Button variant="bare" size="small" aria-label={t('link.of', { username })}>
          {t('link.open')}
        </Button>
      </ModalTrigger>
      <ModalContent title={t('link.title')}>
        {link ? (
          <MadeLink username={username} link={link} />
        ) : (
          <form onSubmit={(event) => void submit(event)} className="grid gap-4">
            {problem && <Note>{problem}</Note>}
            <p className="text-small">{t('link.text', { username, hours })}</p>
            <FormButtons
              pending={pending}
              submit={t(pending ? 'invite.submitting' : 'invite.submit')}
              cancel={t('cancel')}
            />
          </form>
        )}
      </ModalContent>
    </Modal>
  );
}
