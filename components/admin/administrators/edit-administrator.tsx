'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { SelectField } from '@/components/ui/select-field';
import { ADMIN_ROLES, type AdminRole } from '@/lib/admin/accounts/roles';
import { adminPatch } from '@/lib/api-client/admin';

type EditAdministratorProps = { id: string; username: string; role: AdminRole; isActive: boolean };

const doneSchema = z.object({ success: z.literal(true) });

/** The 'Change' button of an administrator and its form: role, and whether the account is open. */
export function EditAdministrator({ id, username, role, isActive }: EditAdministratorProps) {
  const t = useTranslations('administrators');
  const admin = useTranslations('admin');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    const body = { role: fields.get('role'), active: fields.get('state') === 'active' };
    setPending(true);
    const result = await adminPatch(`/admin/administrators/${id}`, body, doneSchema);
    setPending(false);
    if (!result.ok) return setProblem(result.message ?? t('failed'));
    notify.success(t('changed', { username }), { id: 'administrator' });
    setOpen(false);
    router.refresh();
  };
  const setShown = (next: boolean) => {
    setProblem(null);
    setOpen(next);
  };

  return (
    <Modal open={open} onOpenChange={setShown}>
      <ModalTrigger asChild>
        <Button variant="bare" size="small" aria-label={t('changeOf', { username })}>
          {t('change')}
        </Button>
      </ModalTrigger>
      <ModalContent title={t('changeTitle')}>
        <p className="-mt-2 text-small font-semibold wrap-anywhere">{username}</p>
        <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off" className="grid gap-4">
          {problem && <Note>{problem}</Note>}
          <SelectField label={t('column.role')} name="role" defaultValue={role}>
            {ADMIN_ROLES.map((each) => (
              <option key={each} value={each}>
                {admin(`role.${each}`)}
              </option>
            ))}
          </SelectField>
          <SelectField label={t('column.state')} name="state" defaultValue={isActive ? 'active' : 'inactive'}>
            <option value="active">{t('state.active')}</option>
            <option value="inactive">{t('state.inactive')}</option>
          </SelectField>
          <p className="text-small text-ink-2">{t('inactiveNote')}</p>
          <FormButtons pending={pending} submit={t(pending ? 'saving' : 'save')} cancel={t('cancel')} />
        </form>
      </ModalContent>
    </Modal>
  );
}
