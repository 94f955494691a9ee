import { useTranslations } from 'use-intl';
import { ADMIN_ROLES, type AdminRole } from '@/db/schema/enums';
import { SelectField } from '@/components/platform/ui/select-field';

/** The field 'role' of a form about an administrator. */
export function RoleField({ defaultValue }: { defaultValue: AdminRole }) {
  const t = useTranslations();
  return (
    <SelectField label={t('administrators.column.role')} name="role" defaultValue={defaultValue}>
      {ADMIN_ROLES.map((each) => (
        <option key={each} value={each}>
          {t(`admin.role.${each}`)}
        </option>
      ))}
    </SelectField>
  );
}
