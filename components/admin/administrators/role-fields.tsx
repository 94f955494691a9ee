import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ADMIN_ROLES, type AdminRole } from '@/db/schema/enums';
import { SelectField } from '@/components/platform/ui/select-field';
import { TextArea } from '@/components/platform/ui/text-area';

type RoleFieldsProps = { defaultValue: AdminRole; area?: readonly string[] };

/** The fields of a form about an administrator: the role, with what it may do, and the districts or institutes that it is limited to. */
export function RoleFields({ defaultValue, area = [] }: RoleFieldsProps) {
  const t = useTranslations();
  const [role, setRole] = useState(defaultValue);
  return (
    <>
      <SelectField
        label={t('administrators.column.role')}
        name="role"
        value={role}
        onChange={({ target }) => setRole(target.value as AdminRole)}
      >
        {ADMIN_ROLES.map((each) => (
          <option key={each} value={each}>
            {t(`admin.role.${each}`)}
          </option>
        ))}
      </SelectField>
      <p className="text-small text-ink-2" aria-live="polite">
        {t(`administrators.may.${role}`)}
      </p>
      <TextArea
        label={t('administrators.area')}
        hint={t('administrators.areaHint')}
        name="area"
        rows={3}
        defaultValue={area.join('\n')}
      />
    </>
  );
}

/** What the forms send of these fields. */
export const roleOf = (fields: FormData) => ({
  role: fields.get('role') as AdminRole,
  area: String(fields.get('area'))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
});
