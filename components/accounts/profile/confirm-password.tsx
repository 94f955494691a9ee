'use client';

import { createContext, use, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PasswordField } from '@/components/accounts/auth/password-field';
import { Form } from '@/components/platform/form/form';
import { Modal, ModalContent } from '@/components/platform/ui/dialog';
import type { ApiResult } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';

type Confirmed = <T>(send: () => Promise<ApiResult<T>>) => Promise<ApiResult<T>>;

const ConfirmContext = createContext<Confirmed>((send) => send());

/**
 * Returns the function that sends a request which needs a password entered recently. If it is refused for that, the page
 * asks for the password and the request is sent again; if the sponsor cancels, the refusal is the result.
 */
export const useConfirmedPassword = () => use(ConfirmContext);

/** A page whose requests may need the password again, with the dialog that asks for it. */
export function ConfirmPassword({ children }: { children: ReactNode }) {
  const t = useTranslations('profile.confirm');
  const [isOpen, setOpen] = useState(false);
  const answered = useRef<(isConfirmed: boolean) => void>(undefined);

  const close = (isConfirmed: boolean) => {
    setOpen(false);
    answered.current?.(isConfirmed);
  };
  const confirmed: Confirmed = async (send) => {
    const result = await send();
    if (result.ok || result.code !== 'auth.confirm_password') return result;
    setOpen(true);
    const isConfirmed = await new Promise<boolean>((resolve) => (answered.current = resolve));
    return isConfirmed ? send() : result;
  };
  return (
    <ConfirmContext value={confirmed}>
      {children}
      <Modal open={isOpen} onOpenChange={(open) => !open && close(false)}>
        <ModalContent title={t('title')}>
          <Form
            cancel
            submit={t('submit')}
            submitting={t('submitting')}
            send={(fields) =>
              callAsSponsor('POST /user/password/confirm', { body: { password: fields.get('password') } })
            }
            onDone={() => close(true)}
          >
            <p>{t('text')}</p>
            <PasswordField label={t('password')} name="password" autoComplete="current-password" required />
          </Form>
        </ModalContent>
      </Modal>
    </ConfirmContext>
  );
}
