'use client';

import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PasswordField } from '@/components/auth/password-field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Modal, ModalContent } from '@/components/ui/dialog';
import { Note } from '@/components/ui/note';
import { userPost } from '@/lib/api-client/session';
import { anything } from '@/lib/core/schema';

/** The part of a result that says why a request was refused. */
type Refusable = { code?: string };

/**
 * Runs requests that need a password entered recently. If one is refused for that, `dialog` asks for the password and
 * the request is sent again; if the sponsor cancels, the refusal is the result. Render `dialog` outside of forms: submit
 * events of React bubble through portals.
 */
export function useConfirmedPassword(): {
  confirmed: <T extends object>(send: () => Promise<T & Refusable>) => Promise<T & Refusable>;
  dialog: ReactNode;
} {
  const [isOpen, setOpen] = useState(false);
  const answered = useRef<(isConfirmed: boolean) => void>(undefined);

  const close = (isConfirmed: boolean) => {
    setOpen(false);
    answered.current?.(isConfirmed);
  };
  return {
    confirmed: async (send) => {
      const result = await send();
      if (result.code !== 'auth.confirm_password') return result;
      setOpen(true);
      const isConfirmed = await new Promise<boolean>((resolve) => (answered.current = resolve));
      return isConfirmed ? send() : result;
    },
    dialog: <ConfirmPassword isOpen={isOpen} onDone={close} />,
  };
}

function ConfirmPassword({ isOpen, onDone }: { isOpen: boolean; onDone: (isConfirmed: boolean) => void }) {
  const t = useTranslations('profile');
  return (
    <Modal open={isOpen} onOpenChange={(open) => !open && onDone(false)}>
      <ModalContent title={t('confirm.title')}>
        <ConfirmForm onDone={() => onDone(true)} />
      </ModalContent>
    </Modal>
  );
}

function ConfirmForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('profile');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const password = String(new FormData(event.currentTarget).get('password'));
    setPending(true);
    const answer = await userPost('/user/password/confirm', { password }, anything);
    setPending(false);
    if (answer.ok) return onDone();
    setProblem(answer.message ?? t('security.failed'));
  };

  return (
    <form onSubmit={confirm} className="grid gap-4">
      {problem === null ? <p>{t('confirm.text')}</p> : <Note>{problem}</Note>}
      <PasswordField label={t('confirm.password')} name="password" autoComplete="current-password" required />
      <FormButtons
        pending={pending}
        submit={t(pending ? 'confirm.submitting' : 'confirm.submit')}
        cancel={t('security.cancel')}
      />
    </form>
  );
}
