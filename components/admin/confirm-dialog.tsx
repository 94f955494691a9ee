'use client';

import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PasswordField } from '@/components/accounts/auth/password-field';
import { Form } from '@/components/platform/form/form';
import { Modal, ModalContent } from '@/components/platform/ui/dialog';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin, setConfirm } from '@/lib/api/client/admin';

/**
 * Asks for the code or the password when the server wants it again, above the form that was sent; that form's request is
 * then repeated.
 * @param hasFactor whether it asks for a code
 */
export function ConfirmDialog({ hasFactor }: { hasFactor: boolean }) {
  const t = useTranslations('staff.confirm');
  const [open, setOpen] = useState(false);
  /** Requests that were refused at the same time wait for one answer. */
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);

  const settle = (confirmed: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(confirmed);
    setOpen(false);
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

  const send = (fields: FormData) => {
    const body = { [hasFactor ? 'code' : 'password']: fields.get('entered') };
    return callAsAdmin('POST /admin/account/confirm', { body });
  };

  return (
    <Modal open={open} onOpenChange={(next) => !next && settle(false)}>
      <ModalContent title={t('title')}>
        <Form
          noValidate
          cancel
          submit={t('submit')}
          submitting={t('submitting')}
          send={send}
          failed={t('failed')}
          onDone={() => settle(true)}
        >
          <p className="text-small">{t(hasFactor ? 'codeText' : 'passwordText')}</p>
          {hasFactor ? (
            <Field
              label={t('code')}
              name="entered"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          ) : (
            <PasswordField label={t('password')} name="entered" autoComplete="current-password" />
          )}
        </Form>
      </ModalContent>
    </Modal>
  );
}
