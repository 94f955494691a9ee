'use client';

import { useTranslations } from 'use-intl';
import type { AdminRole } from '@/db/schema/enums';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { SelectField } from '@/components/platform/ui/select-field';
import { callAsAdmin } from '@/lib/api/client/admin';
import { RoleFields, roleOf } from './role-fields';

type EditAdministratorProps = {
  id: string;
  username: string;
  role: AdminRole;
  area: readonly string[];
  isActive: boolean;
};

/** The 'Change' button of an administrator and its form: role, and whether the account is open. */
export function EditAdministrator({ id, username, role, area, isActive }: EditAdministratorProps) {
  const t = useTranslations('administrators');
  return (
    <FormDialog
      trigger={
        <button type="button" aria-label={t('changeOf', { username })}>
          {t('change')}
        </button>
      }
      noValidate
      autoComplete="off"
      title={t('changeTitle')}
      about={username}
      submit={t('save')}
      submitting={t('saving')}
      send={(fields) =>
        callAsAdmin('PATCH /admin/administrators/{adminId}', {
          params: { adminId: id },
          body: { ...roleOf(fields), active: fields.get('state') === 'active' },
        })
      }
      toast="administrator"
      done={t('changed', { username })}
    >
      <RoleFields defaultValue={role} area={area} />
      <SelectField label={t('column.state')} name="state" defaultValue={isActive ? 'active' : 'inactive'}>
        <option value="active">{t('state.active')}</option>
        <option value="inactive">{t('state.inactive')}</option>
      </SelectField>
      <p className="text-small text-ink-2">{t('inactiveNote')}</p>
    </FormDialog>
  );
}
