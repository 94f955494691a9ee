'use client';

import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { PasswordField } from '@/components/auth/password-field';
import { Modal, ModalContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { adminPost, setConfirm } from '@/lib/api-client/admin';

/**
 * Asks for the code or the password when the server wants it again, above the form that was sent; that form's request is
 * then repeated.
 * @param hasFactor whether it asks for a code
 */
export function ConfirmDialog({ hasFactor }: { hasFactor: boolean }) {
  const t = useTranslations('admin.confirm');
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Requests that were refused at the same time wait for one answer. */
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);

  const settle = (confirmed: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(confirmed);
    setOpen(false);
    setProblem(null);
  };
  useEffect(
    () =>
      setConfirm(
        () =>
          new Promise((resolve) => {
            waiting.current.push(resolve);
            setOpen(true);
          }),
      ),
    [],
  );

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes events of a portal to the form that the dialog was opened from.
    event.stopPropagation();
    if (pending) return;
    const given = String(new FormData(event.currentTarget).get('given'));
    setPending(true);
    const body = hasFactor ? { code: given } : { password: given };
    const result = await adminPost('/admin/account/confirm', body, z.object({ success: z.literal(true) }));
    setPending(false);
    if (result.ok) settle(true);
    else setProblem(result.message ?? t('failed'));
  };

  return (
    <Modal open={open} onOpenChange={(next) => !next && settle(false)}>
      <ModalContent title={t('title')}>
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
          <p className="text-small">{t(hasFactor ? 'codeText' : 'passwordText')}</p>
          {problem && <Note>{problem}</Note>}
          {hasFactor ? (
            <Field
              label={t('code')}
              name="given"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          ) : (
            <PasswordField label={t('password')} name="given" autoComplete="current-password" />
          )}
          <FormButtons pending={pending} submit={t(pending ? 'submitting' : 'submit')} cancel={t('cancel')} />
        </form>
      </ModalContent>
    </Modal>
  );
}
