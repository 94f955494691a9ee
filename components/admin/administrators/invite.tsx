'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { SelectField } from '@/components/ui/select-field';
import { ADMIN_ROLES } from '@/lib/admin/accounts/roles';
import { adminPost } from '@/lib/api-client/admin';
import { ADMIN_LINK_HOURS } from '@/lib/core/limits';
import { linkSchema, MadeLink } from './made-link';

type Made = { username: string; link: z.infer<typeof linkSchema> };

/** The button that invites an administrator: username and role, then the link to hand over. */
export function InviteAdministrator() {
  const t = useTranslations('administrators');
  const admin = useTranslations('admin');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<Made | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    const username = String(fields.get('username'));
    setPending(true);
    const result = await adminPost('/admin/administrators', { username, role: fields.get('role') }, linkSchema);
    setPending(false);
    if (!result.ok) return setProblem(result.message ?? t('failed'));
    setMade({ username, link: result.data });
    router.refresh();
  };
  const setShown = (next: boolean) => {
    setProblem(null);
    setMade(null);
    setOpen(next);
  };

  return (
    <Modal open={open} onOpenChange={setShown}>
      <ModalTrigger asChild>
        <Button>{t('invite.open')}</Button>
      </ModalTrigger>
      <ModalContent title={t('invite.title')}>
        {made ? (
          <MadeLink {...made} />
        ) : (
          <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off" className="grid gap-4">
            <p className="text-small">{t('invite.text', { hours: ADMIN_LINK_HOURS.invitation })}</p>
            {problem && <Note>{problem}</Note>}
            <Field label={t('column.username')} name="username" autoCapitalize="none" spellCheck={false} />
            <SelectField label={t('column.role')} name="role" defaultValue="viewer">
              {ADMIN_ROLES.map((each) => (
                <option key={each} value={each}>
                  {admin(`role.${each}`)}
                </option>
              ))}
            </SelectField>
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
